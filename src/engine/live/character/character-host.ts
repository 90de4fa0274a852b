import '../../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { Peer } from '../../../base/peer/peer.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
import type { Size } from '../../io/output-size.ts';
import type { CutPortrait, TalkingPortrait } from '../talk/read-talking-portrait.ts';
import type { Character } from './character.ts';
import type { CharacterMethods } from './character-entry.ts';
import type { CharacterCutout } from './character-cutout.ts';

/** Makes characters on a thread of its own. */
export interface CharacterHost {
  /** Throws what `readCharacter` throws, and `processing_failed` when the thread died. */
  read(image: Uint8Array): Promise<Character>;
  /** Cuts the person out of an image, fastest for the image that was read last. */
  cutOut(image: Uint8Array): Promise<CharacterCutout>;
  /** Reads a picture that is to speak, as large as it lies in frames of a size. Throws what `readTalkingPortrait` throws. */
  readPortrait(image: Uint8Array, frame: Size): Promise<TalkingPortrait>;
  /** Cuts the person out of a portrait; takes some seconds. */
  cutPortrait(image: Uint8Array, frame: Size): Promise<CutPortrait>;
  /** Returns whether the thread has ended; another one has to be opened then. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** Starts the thread and loads its networks. Throws `processing_failed` when they cannot be loaded. */
export async function openCharacterHost({
  modelFolder,
}: {
  readonly modelFolder: string;
}): Promise<CharacterHost> {
  const worker = new Worker(new URL('./character-entry.ts', import.meta.url));
  const thread = toPeerThread(worker);
  const peer = new Peer<CharacterMethods>(thread, died);
  const exit = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  try {
    await peer.ask('open', modelFolder);
  } catch (error) {
    await thread.kill();
    throw error;
  }
  return {
    read: (image) => peer.ask('read', image),
    cutOut: (image) => peer.ask('cutOut', image),
    readPortrait: (image, frame) => peer.ask('readPortrait', { image, frame }),
    cutPortrait: (image, frame) => peer.ask('cutPortrait', { image, frame }),
    hasEnded: () => peer.hasFailed,
    async close() {
      peer.fail(new AppError('cancelled', 'The live swap was closed.'));
      // Ended by force inside a network, the thread would take the process with it.
      peer.post('close', undefined);
      await exit;
    },
  };
}

function died(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that reads characters ended unexpectedly.', {
    cause,
  });
}
