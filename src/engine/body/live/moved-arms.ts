import type { CharacterArms } from '../../live/character-arms.ts';
import type { CharacterCutout } from '../../live/character/character-cutout.ts';
import { copyPlanes, hasSameLayout } from '../../live/frame-pool.ts';
import type { Puppet } from '../../live/puppet/puppet.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { ArmPose, type FaceSpot } from './arm-pose.ts';
import { ArmPainter } from './arm-painter.ts';
import type { SeparatedArms } from './separate-arms.ts';

/** Joints are requested for every second frame at most, because detection takes about as long as a frame. */
const FRAMES_APART = 2;
const LONGEST_GAP_US = 1_000_000;

/** Finds joints in a frame of shared memory, which must not change until the promise resolves. */
export type FollowJoints = (frame: I420Frame, face: FaceSpot) => Promise<Float32Array | null>;

/** The arms of a character, which move as the streamer's. */
export class MovedArms implements CharacterArms {
  readonly cutout: CharacterCutout;
  readonly #separated: SeparatedArms;
  readonly #follow: FollowJoints;
  readonly #pose = new ArmPose();
  #painter: ArmPainter | null = null;
  /** The copy of a frame in shared memory that the thread analyses. */
  #seen: I420Frame | null = null;
  #isWaiting = false;
  #skipped = FRAMES_APART;
  #seenUs: number | null = null;
  #lastUs: number | null = null;

  constructor(separated: SeparatedArms, follow: FollowJoints) {
    this.cutout = separated.cutout;
    this.#separated = separated;
    this.#follow = follow;
  }

  observe(frame: I420Frame, { box, pose }: TrackedFace, timestampUs: number): void {
    const gapUs = this.#lastUs === null ? null : timestampUs - this.#lastUs;
    this.#lastUs = timestampUs;
    this.#pose.advance(gapUs === null || gapUs <= 0 || gapUs > LONGEST_GAP_US ? null : gapUs);
    this.#skipped += 1;
    if (this.#isWaiting || this.#skipped < FRAMES_APART) {
      return;
    }
    this.#skipped = 0;
    const spot = {
      x: box.left + box.width / 2,
      y: box.top + box.height / 2,
      size: Math.max(box.width, box.height),
    };
    void this.#find(this.#copy(frame), spot, { perCm: pose.scale, timestampUs });
  }

  composite(frame: I420Frame, puppet: Puppet): void {
    if (this.#painter?.fits(frame) !== true) {
      this.#painter?.close();
      this.#painter = new ArmPainter(this.#separated, frame);
    }
    this.#painter.draw(frame, puppet, this.#pose);
  }

  close(): void {
    this.#painter?.close();
    this.#painter = null;
  }

  #copy(frame: I420Frame): I420Frame {
    if (this.#seen === null || !hasSameLayout(this.#seen, frame)) {
      const memory = new SharedArrayBuffer(sizeOfI420(frame.width, frame.height));
      this.#seen = createI420View(memory, frame, computeColour(frame));
    }
    copyPlanes(frame, this.#seen);
    return this.#seen;
  }

  async #find(
    frame: I420Frame,
    face: FaceSpot,
    { perCm, timestampUs }: { readonly perCm: number; readonly timestampUs: number },
  ): Promise<void> {
    this.#isWaiting = true;
    try {
      const joints = await this.#follow(frame, face);
      const elapsedUs = Math.max(0, timestampUs - (this.#seenUs ?? timestampUs));
      this.#seenUs = timestampUs;
      this.#pose.see(joints, perCm, Math.min(elapsedUs, LONGEST_GAP_US));
    } catch {
      // The thread ended: the arms return to the pose of the image.
      this.#pose.see(null, perCm, 0);
    } finally {
      this.#isWaiting = false;
    }
  }
}
