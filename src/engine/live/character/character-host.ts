import '../../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { Peer } from '../../../base/peer/peer.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
import type { Size } from '../../io/video/output-size.ts';
import type { CutPortrait, TalkingPortrait } from '../talk/read-talking-portrait.ts';
import type { Character } from './character.ts';
import type { CharacterMethods } from './character-entry.ts';
import type { CharacterCutout } from './character-cutout.ts';

/** Creates characters on a separate thread. */
export interface CharacterHost {
  /** Reads a character. Throws the errors of `readCharacter`, and `processing_failed` when the thread died. */
  read(image: Uint8Array): Promise<Character>;
  /** Cuts the person out of an image, fastest for the image that was read last. */
  cutOut(image: Uint8Array): Promise<CharacterCutout>;
  /**
   * Reads an image as a talking portrait, at its size in frames of `frame`. Throws the errors of `readTalkingPortrait`.
   */
  readPortrait(image: Uint8Array, frame: Size): Promise<TalkingPortrait>;
  /** Cuts the person out of a portrait; takes some seconds. */
  cutPortrait(image: Uint8Array, frame: Size): Promise<CutPortrait>;
  /** Returns true when the thread has ended and a new one must be opened. */
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
  const peer = new Peer<CharacterMethods>(thread, createDiedError);
  const exit = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  try {
    await peer.call('open', modelFolder);
  } catch (error) {
    await thread.kill();
    throw error;
  }
  return {
    read: (image) => peer.call('read', image),
    cutOut: (image) => peer.call('cutOut', image),
    readPortrait: (image, frame) => peer.call('readPortrait', { image, frame }),
    cutPortrait: (image, frame) => peer.call('cutPortrait', { image, frame }),
    hasEnded: () => peer.hasFailed,
    async close() {
      peer.fail(new AppError('cancelled', 'The live swap was closed.'));
      // Killing the thread inside a network would end the whole process.
      peer.post('close', undefined);
      await exit;
    },
  };
}

function createDiedError(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that reads characters ended unexpectedly.', {
    cause,
  });
}
