import type { I420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { CharacterCutout } from './character/character-cutout.ts';
import type { Puppet } from './puppet/puppet.ts';

/** Arms of one character; close them after use. */
export interface CharacterArms {
  /** The character without its arms, as the source of the puppet. */
  readonly cutout: CharacterCutout;
  /** Tracks the streamer's arms in an unmodified frame. */
  observe(frame: I420Frame, face: TrackedFace, timestampUs: number): void;
  /** Composites the arms onto a frame that already shows the puppet, attached to its shoulders. */
  composite(frame: I420Frame, puppet: Puppet): void;
  /** Releases the memory. */
  close(): void;
}

/** Moves the arms of characters like the streamer's; `engine/body/live` creates one. */
export interface ArmMover {
  /**
   * Separates the arms from the image of a cutout. Returns null when none can be moved: an arm must be visible from
   * shoulder to wrist and apart from the body. Takes seconds, on another thread. Throws `processing_failed` when the
   * thread died.
   */
  separate(image: Uint8Array, cutout: CharacterCutout): Promise<CharacterArms | null>;
  /** Ends the thread. */
  close(): Promise<void>;
}
