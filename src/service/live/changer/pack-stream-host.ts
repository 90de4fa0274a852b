import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, fromWireError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { pickEnv } from '../../process/pick-env.ts';
import { listFiles } from '../../voices/rvc/rvc-host.ts';
import { startProcess } from '../../sandbox/start-process.ts';
import { workerMemoryBytes } from '../../sandbox/worker-memory.ts';
import type { VoiceStream, VoiceStreamOptions } from './changer-host.ts';
import {
  packStreamAnswerSchema,
  type PackStreamCall,
  type PackTarget,
} from './pack-stream-messages.ts';

/**
 * Streams converted by models, each in a separate process: models and drivers may crash, and use much memory.
 * Their messages are not those of a peer: audio chunks are sent in both directions without an answer to wait
 * for.
 */
export interface PackStreams {
  /**
   * Loads a voice and opens a stream. Throws `at_capacity` when the CPU has no capacity for another, and
   * `processing_failed` when the voice cannot be loaded in time.
   */
  open(options: VoiceStreamOptions<PackTarget>): Promise<VoiceStream>;
  /** Ends all streams; they fail. */
  close(): void;
}

/** Large models from a slow disk. */
const OPEN_MS = 60_000;
/** Maximum sum of the streams' real-time factors on this machine. */
const MAX_LOAD = 0.9;

/** Opens without a process; each stream starts one of its own. */
export function openPackStreams(): PackStreams {
  const running = new Map<ChildProcess, number>();

  async function open(options: VoiceStreamOptions<PackTarget>): Promise<VoiceStream> {
    const { target, settings, onAudio, onFailure } = options;
    const load = [...running.values()].reduce((sum, one) => sum + one, target.load);
    if (running.size > 0 && load > MAX_LOAD) {
      throw new AppError(
        'at_capacity',
        'Another voice of a model is being spoken with, and this computer is too slow for both.',
        { details: faultDetails('two_voices') },
      );
    }
    const started = startProcess({
      entry: fileURLToPath(new URL('./pack-stream-entry.ts', import.meta.url)),
      messages: packStreamAnswerSchema,
      env: pickEnv(),
      grants: { readable: listFiles(target.files), hasGpu: true },
      limits: { memoryBytes: workerMemoryBytes },
    });
    const { child } = started;
    running.set(child, target.load);
    const opened = Promise.withResolvers<number>();
    let isOver = false;
    const post = (call: PackStreamCall): void => started.send(call);
    const end = (): void => {
      isOver = true;
      running.delete(child);
      child.kill('SIGKILL');
    };
    const fail = (error: AppError): void => {
      if (!isOver) {
        end();
        opened.reject(error);
        onFailure(error);
      }
    };
    started.listen((answer) => {
      if (answer.kind === 'opened') {
        opened.resolve(answer.latencyMs);
      } else if (answer.kind === 'failed') {
        fail(fromWireError(answer.error));
      } else if (!isOver) {
        // A buffer from another process may be a view into memory shared with other messages.
        onAudio(Int16Array.from(answer.samples));
      }
    });
    void started.gone.then((cause) =>
      fail(new AppError('processing_failed', 'The process of the voice ended.', { cause })),
    );
    const late = setTimeout(() => {
      fail(new AppError('processing_failed', 'The voice was not loaded within a minute.'));
    }, OPEN_MS);
    post({ kind: 'open', target });
    try {
      const latencyMs = await opened.promise;
      post({ kind: 'set', settings });
      return {
        latencyMs,
        change: (samples) => post({ kind: 'audio', samples }),
        set: (changed) => post({ kind: 'set', settings: changed }),
        close: end,
      };
    } finally {
      clearTimeout(late);
    }
  }

  return {
    open,
    close() {
      for (const child of running.keys()) {
        child.kill('SIGKILL');
      }
    },
  };
}
