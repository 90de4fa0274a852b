/** Arms of characters in live pictures: seen on a thread of its own, drawn here. */
import '../../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { Peer } from '../../../base/peer/peer.ts';
import type { ArmMover } from '../../live/character-arms.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
import type { ArmsMethods } from './arms-entry.ts';
import { MovedArms } from './moved-arms.ts';

/**
 * A mover of arms; its thread starts when the first character is separated, and again when it died. The networks take 60 MB.
 */
export function createArmMover({ modelFolder }: { readonly modelFolder: string }): ArmMover {
  let opening: Promise<ArmsThread> | null = null;
  let isClosed = false;
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
      const separated = await peer.ask('separate', { image, cutout });
      return separated === null
        ? null
        : new MovedArms(separated, (frame, face) => peer.ask('follow', { frame, face }));
    },
    async close() {
      isClosed = true;
      const thread = await opening?.catch(() => null);
      if (thread !== null && thread !== undefined) {
        thread.peer.fail(closed());
        // Ended by force inside a network, the thread would take the process with it.
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
  const peer = new Peer<ArmsMethods>(thread, died);
  const exit = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  try {
    await peer.ask('open', modelFolder);
    return { peer, exit };
  } catch (error) {
    await thread.kill();
    throw error;
  }
}

function died(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that follows arms ended unexpectedly.', {
    cause,
  });
}

function closed(): AppError {
  return new AppError('cancelled', 'The live swap was closed.');
}
