import type { I420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { CharacterCutout } from './character/character-cutout.ts';
import type { Puppet } from './puppet/puppet.ts';

/** The arms of one character; close them. */
export interface CharacterArms {
  /** The character without its arms, as the source of the puppet. */
  readonly cutout: CharacterCutout;
  /** Looks at the streamer in a frame that nothing was drawn into yet. */
  observe(frame: I420Frame, face: TrackedFace, timestampUs: number): void;
  /** Draws the arms over a frame in which the puppet of the cutout was drawn, hanging on it. */
  composite(frame: I420Frame, puppet: Puppet): void;
  /** Hands the memory on. */
  close(): void;
}

/** Moves the arms of characters like the streamer's; `engine/body/live` creates one. */
export interface ArmMover {
  /**
   * Separates the arms of a picture of which the cutout was made: null where none can be moved, because the picture shows none
   * from shoulder to wrist and off the body. Takes seconds, on another thread. Throws `processing_failed` when that died.
   */
  separate(image: Uint8Array, cutout: CharacterCutout): Promise<CharacterArms | null>;
  /** Ends the thread. */
  close(): Promise<void>;
}
