import '../no-telemetry.ts';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, listSupportedBackends } from 'onnxruntime-node';
import { AppError } from '../../../base/errors.ts';
import type { ProviderName, SessionSource } from './messages.ts';

/** Session with the provider that runs it. */
export interface ChosenSession {
  readonly session: InferenceSession;
  readonly provider: ProviderName;
  readonly providerNote: string | null;
}

/** Returns the providers to try for large networks on a system, likely fastest first, `cpu` last as it always works. */
export function listProviders(platform: string): readonly ProviderName[] {
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
 * Opens a network on the first provider that can load it, with a note on why the providers before could not. ONNX
 * Runtime ignores some providers silently when they are not built in, so only installed ones are tried. Throws
 * `processing_failed` when no provider can load it.
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
        provider === 'cpu' ? toFirstLine(cause, source) : `${provider} found no usable device.`,
      );
    }
  }
  throw new AppError(
    'processing_failed',
    `${describeNotLoaded(source.name)} ${reasons.join(' ')}`,
    {
      cause: lastCause,
    },
  );
}

/** Checks whether a provider is installed. Trying one without its library would print to the user's terminal. */
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

/** Checks for the Vulkan library, which WebGPU needs on Linux; without it WebGPU prints to the terminal. */
function hasVulkan(): boolean {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'];
  return [...folders, '/usr/lib'].some((folder) => existsSync(join(folder, 'libvulkan.so.1')));
}

/** Returns the first sentence of the error for a network that no provider can load; the reasons follow it. */
export function describeNotLoaded(name: string): string {
  return `The model ${name} cannot be loaded.`;
}

/**
 * Shortens a message of native code to its first line, without paths: messages name paths of the build machine and of
 * the file, which must not reach customers of the service.
 */
function toFirstLine(error: unknown, { path, name }: Pick<SessionSource, 'path' | 'name'>): string {
  const text = error instanceof Error ? error.message : 'It failed.';
  const line = text.replaceAll(path, name).split('\n')[0] ?? '';
  return line.replaceAll(/\/\S+\//g, '').slice(0, 160);
}
