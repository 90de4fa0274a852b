import type { About } from '../../contract/ipc/contract.ts';

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Identifies the runtime: Electron has a version of its own in `process.versions`, the runtime on the system's
 * Chromium comes with the app and has the app's. The start script passes the reason of its choice in
 * `GUISE_RUNTIME_REASON`.
 */
export function describeRuntime(versions: Texts, env: Texts, appVersion: string): About['runtime'] {
  const electronVersion = versions['electron'];
  const reason = env['GUISE_RUNTIME_REASON']?.trim().slice(0, 500) ?? '';
  return {
    kind: electronVersion === undefined ? 'chromium' : 'electron',
    version: electronVersion ?? appVersion,
    chromiumVersion: versions['chrome'] ?? 'unknown',
    reason: reason === '' ? 'Guise was started directly, without its start script.' : reason,
  };
}
