import '../no-telemetry.ts';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, listSupportedBackends } from 'onnxruntime-node';
import { AppError } from '../../../base/errors.ts';
import type { ProviderName, SessionSource } from './messages.ts';

/** A session and what it runs on. */
export interface ChosenSession {
  readonly session: InferenceSession;
  readonly provider: ProviderName;
  readonly providerNote: string | null;
}

/** What is worth trying for large networks on a system, fastest first; `cpu` always works. */
export function providersOf(platform: string): readonly ProviderName[] {
  switch (platform) {
    case 'darwin':
      return ['coreml', 'webgpu', 'cpu'];
    case 'win32':
      return ['dml', 'webgpu', 'cpu'];
    default:
      return ['cuda', 'webgpu', 'cpu'];
  }
}

/**
 * Opens a network on the first provider that takes it and says why the ones before it did not. Some
 * providers are dropped without a word where they are not built in, so those are never asked. Throws
 * `processing_failed` when no provider takes it.
 */
export async function openOnBestProvider(source: SessionSource): Promise<ChosenSession> {
  const reasons: string[] = [];
  let lastCause: unknown;
  for (const provider of source.providers) {
    if (!isInstalled(provider)) {
      reasons.push(`${provider} is not installed.`);
      continue;
    }
    try {
      const session = await InferenceSession.create(source.path, {
        executionProviders: [provider],
        intraOpNumThreads: source.threads,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        graphOptimizationLevel: 'all',
        logSeverityLevel: 4,
      });
      return {
        session,
        provider,
        providerNote: reasons.length === 0 ? null : reasons.join(' '),
      };
    } catch (cause) {
      lastCause = cause;
      reasons.push(
        provider === 'cpu' ? firstLine(cause, source) : `${provider} found no usable device.`,
      );
    }
  }
  throw new AppError('processing_failed', `${notLoadedText(source.name)} ${reasons.join(' ')}`, {
    cause: lastCause,
  });
}

/** Whether a provider can be asked: asking for one without its library prints to the terminal of the user. */
function isInstalled(provider: ProviderName): boolean {
  if (provider === 'webgpu' && process.platform === 'linux' && !hasVulkan()) {
    return false;
  }
  const backend = listSupportedBackends().find(({ name }) => name === provider);
  if (backend === undefined || backend.bundled) {
    return backend !== undefined;
  }
  const root = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'));
  const folder = join(root, 'bin', 'napi-v6', process.platform, process.arch);
  return existsSync(join(folder, `libonnxruntime_providers_${provider}.so`));
}

/** WebGPU draws with Vulkan, and says so on the terminal where that is missing. */
function hasVulkan(): boolean {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'];
  return [...folders, '/usr/lib'].some((folder) => existsSync(join(folder, 'libvulkan.so.1')));
}

/** What the reasons follow in the message of a network that no provider takes. */
export function notLoadedText(name: string): string {
  return `The model ${name} cannot be loaded.`;
}

/**
 * Messages of native code are long and name paths of the machine they were built on, and that of the file. Both stay
 * here: the message of a failed job goes to whoever asked for it.
 */
function firstLine(error: unknown, { path, name }: Pick<SessionSource, 'path' | 'name'>): string {
  const text = error instanceof Error ? error.message : 'It failed.';
  const line = text.replaceAll(path, name).split('\n')[0] ?? '';
  return line.replaceAll(/\/\S+\//g, '').slice(0, 160);
}
