import type { About } from '../../contract/ipc/contract.ts';

/**
 * Which of the two runtimes this is. The system Chromium runtime says so in `process.versions.guise_runtime`;
 * the start script hands the reason of its choice over in `GUISE_RUNTIME_REASON`.
 */
export function describeRuntime(
  versions: Readonly<Record<string, string | undefined>>,
  env: Readonly<Record<string, string | undefined>>,
): About['runtime'] {
  const own = versions['guise_runtime'];
  const chromiumVersion = versions['chrome'] ?? 'unknown';
  const reason = env['GUISE_RUNTIME_REASON']?.slice(0, 500) ?? '';
  return own === undefined
    ? {
        kind: 'electron',
        version: versions['electron'] ?? 'unknown',
        chromiumVersion,
        reason: reason === '' ? 'Electron started this app.' : reason,
      }
    : {
        kind: 'chromium',
        version: own,
        chromiumVersion,
        reason: reason === '' ? 'The system Chromium runtime started this app.' : reason,
      };
}
