import { AppError } from '../../../base/errors.ts';
import { describeNotLoaded, listProviders } from '../../models/pool/choose-provider.ts';
import type { PoolTensor, ProviderName, SessionSource } from '../../models/pool/messages.ts';
import type { PooledSession, SessionPool } from '../../models/pool/session-pool.ts';

/** Options of the measurement. */
export interface FastestOptions {
  /** Number of CPU threads of one run. */
  readonly threads: number;
  /** Providers to try, the likely fastest first; those of the system by default. */
  readonly providers?: readonly ProviderName[] | undefined;
  /** Monotonic clock in milliseconds; `performance.now` by default. */
  readonly nowMs?: (() => number) | undefined;
}

/** Session on the fastest provider, its run time, and notes about the others. */
export interface FastestSession {
  readonly session: PooledSession;
  readonly runMs: number;
  readonly note: string | null;
}

/** Run time below which slower providers are not tried: each would load the network once more. */
const FAST_ENOUGH_MS = 20;
/** Number of measured runs, of which the fastest counts. One warm-up run precedes them. */
const MEASURED_RUNS = 2;

/**
 * Loads and runs a network on each available provider and keeps the fastest: a graphics card can be slower than the
 * CPU, and some providers fail only at run time. Providers after one that is fast enough for live video are not tried.
 * Throws `processing_failed` with all reasons when none works, and `cancelled` as soon as the pool is closed.
 */
export async function openOnFastest(
  pool: SessionPool,
  source: Omit<SessionSource, 'providers'>,
  createFeeds: () => Record<string, PoolTensor>,
  { providers = listProviders(process.platform), nowMs = () => performance.now() }: FastestOptions,
): Promise<FastestSession> {
  const reasons: string[] = [];
  let best: { readonly session: PooledSession; readonly runMs: number } | null = null;
  let lastError: unknown;
  for (const provider of providers) {
    if (best !== null && best.runMs < FAST_ENOUGH_MS) {
      break;
    }
    try {
      const session = await pool.open({ ...source, providers: [provider] });
      const runMs = await measure(session, createFeeds, nowMs);
      if (best === null || runMs < best.runMs) {
        if (best !== null) {
          reasons.push(`${best.session.provider} is slower: ${toText(best.runMs)}.`);
          best.session.close();
        }
        best = { session, runMs };
      } else {
        reasons.push(`${provider} is slower: ${toText(runMs)}.`);
        session.close();
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'cancelled') {
        throw error;
      }
      lastError = error;
      reasons.push(describeFailure(error, provider, source.name));
    }
  }
  if (best === null) {
    throw new AppError('processing_failed', `${source.name} cannot run. ${reasons.join(' ')}`, {
      cause: lastError,
    });
  }
  return { ...best, note: reasons.length === 0 ? null : reasons.join(' ') };
}

async function measure(
  session: PooledSession,
  createFeeds: () => Record<string, PoolTensor>,
  nowMs: () => number,
): Promise<number> {
  try {
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let run = 0; run <= MEASURED_RUNS; run += 1) {
      const feeds = createFeeds();
      const startMs = nowMs();
      const outputs = await session.run(feeds);
      if (run === 0) {
        checkNumbers(outputs, session.provider);
      } else {
        fastestMs = Math.min(fastestMs, nowMs() - startMs);
      }
    }
    return fastestMs;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Rejects a provider whose outputs are not finite: half precision on graphics cards may overflow. */
function checkNumbers(outputs: Readonly<Record<string, PoolTensor>>, provider: string): void {
  for (const { values } of Object.values(outputs)) {
    if (values instanceof Float32Array && values.some((value) => !Number.isFinite(value))) {
      throw new AppError('processing_failed', `${provider} gives numbers that are none.`);
    }
  }
}

function describeFailure(error: unknown, provider: string, name: string): string {
  return error instanceof AppError
    ? error.message.replace(describeNotLoaded(name), '').trim()
    : `${provider} failed.`;
}

function toText(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
