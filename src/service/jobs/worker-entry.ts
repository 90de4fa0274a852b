/**
 * A worker process: does one run at a time, talks to the service by messages only, knows no database
 * and no secret. It ends when the service ends. First argument: the registry module. It imports little:
 * the start of a process is what a first job waits for.
 */
import { flushCompileCache } from 'node:module';
import { AppError } from '../../base/errors.ts';
import type { PeerContext } from '../../base/peer/serve-peer.ts';
import type {
  Processor,
  ProcessorModule,
  RenderedSegment,
  RunContext,
  RunResult,
} from '../../capabilities/processor.ts';
import { serveProcess } from '../sandbox/serve-process.ts';
import type { RunOrder, RunReply } from './worker-messages.ts';

let registry: Promise<ProcessorModule> | null = null;
const loaded = new Map<string, Promise<Processor>>();

const methods = {
  async run(order: RunOrder, { signal, report }: PeerContext): Promise<RunReply> {
    try {
      const processor = await requireProcessor(order);
      const { plan, ...rest } = order;
      const context: RunContext = {
        ...rest,
        signal,
        report: (progress) =>
          report({ ...progress, fraction: Math.min(1, Math.max(0, progress.fraction)) }),
      };
      const made = await (plan === null
        ? processor.run(context)
        : (processor.runSegment?.(context, plan) ?? processor.run(context)));
      return signal.aborted ? { type: 'aborted' } : toReply(made);
    } catch (error) {
      return signal.aborted ? { type: 'aborted' } : toFailure(error);
    } finally {
      // The process is killed in the end, which would lose its compile cache for the next process.
      setImmediate(flushCompileCache);
    }
  },
};

/** Methods of the process. */
export type WorkerMethods = typeof methods;

serveProcess(methods);

function toReply(made: RunResult | RenderedSegment | 'whole'): RunReply {
  if (made === 'whole') {
    return { type: 'whole' };
  }
  return 'output' in made ? { type: 'done', result: made } : { type: 'segment', segment: made };
}

/** Reason why a result could not be written; null for any other failure. */
function toUnwritten(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return 'the disk of the service is full';
  }
  const isOfEngine = error instanceof AppError && error.code === 'storage_failed';
  return isOfEngine ? 'its result could not be written' : null;
}

async function requireProcessor(order: RunOrder): Promise<Processor> {
  registry ??= importRegistry();
  const { processors } = await registry;
  const entry = processors.find(({ feature }) => feature === order.feature);
  if (entry === undefined) {
    throw new AppError('processing_failed', `No processor for ${order.feature} is installed.`);
  }
  const processor = loaded.get(entry.feature) ?? entry.load();
  loaded.set(entry.feature, processor);
  return processor;
}

async function importRegistry(): Promise<ProcessorModule> {
  const [, , address = ''] = process.argv;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service passes its own registry module
  return (await import(address)) as ProcessorModule;
}

function toFailure(error: unknown): RunReply {
  const unwritten = toUnwritten(error);
  if (unwritten !== null) {
    return { type: 'unwritten', why: unwritten };
  }
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { type: 'failed', code, message, details };
  }
  // The text of a bug may hold paths; it goes to the log of the worker, not to the customer.
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return {
    type: 'failed',
    code: 'processing_failed',
    message: 'The render failed inside its processor.',
  };
}
