/** Moves the arms of live characters: detected on a separate thread, drawn here. */
import '../../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { Peer } from '../../../base/peer/peer.ts';
import type { ArmMover } from '../../live/character-arms.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
import type { ArmsMethods } from './arms-entry.ts';
import { MovedArms } from './moved-arms.ts';
import type { SeparatedArms } from './separate-arms.ts';

/**
 * Creates a mover of arms. Its thread starts when the first character is separated, and again after it died. The arms
 * of the last character are cached.
 */
export function createArmMover({ modelFolder }: { readonly modelFolder: string }): ArmMover {
  let opening: Promise<ArmsThread> | null = null;
  let isClosed = false;
  /** The last character, because the next session often shows the same one. */
  let last: {
    readonly image: Uint8Array;
    readonly separating: Promise<SeparatedArms | null>;
  } | null = null;
  const find = async (): Promise<ArmsThread> => {
    if (isClosed) {
      throw closed();
    }
    const thread = await opening?.catch(() => null);
    if (thread?.peer.hasFailed === false) {
      return thread;
    }
    opening = openThread(modelFolder);
    return opening;
  };
  return {
    async separate(image, cutout) {
      const { peer } = await find();
      if (last === null || Buffer.compare(last.image, image) !== 0) {
        last = { image, separating: peer.call('separate', { image, cutout }) };
      }
      const own = last;
      const separated = await own.separating.catch((error: unknown) => {
        last = last === own ? null : last;
        throw error;
      });
      return separated === null
        ? null
        : new MovedArms(separated, (frame, face) => peer.call('follow', { frame, face }));
    },
    async close() {
      isClosed = true;
      const thread = await opening?.catch(() => null);
      if (thread !== null && thread !== undefined) {
        thread.peer.fail(closed());
        // Terminating the thread inside of a network would crash the process.
        thread.peer.post('close', undefined);
        await thread.exit;
      }
    },
  };
}

interface ArmsThread {
  readonly peer: Peer<ArmsMethods>;
  readonly exit: Promise<unknown>;
}

async function openThread(modelFolder: string): Promise<ArmsThread> {
  const worker = new Worker(new URL('./arms-entry.ts', import.meta.url));
  const thread = toPeerThread(worker);
  const peer = new Peer<ArmsMethods>(thread, createDiedError);
  const exit = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  try {
    await peer.call('open', modelFolder);
    return { peer, exit };
  } catch (error) {
    await thread.kill();
    throw error;
  }
}

function createDiedError(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that follows arms ended unexpectedly.', {
    cause,
  });
}

function closed(): AppError {
  return new AppError('cancelled', 'The live swap was closed.');
}
