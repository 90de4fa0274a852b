import type { OutputFlow } from '../../../contract/devices.ts';
import { FRAME_HOLD_MS, type LinkedFrame } from '../../../contract/frame-link.ts';

/**
 * Decides what a device shows: frames while they come and are of what may be shown, else the card. It is the last thing
 * before other programs, so that nothing else has to be trusted to hide the camera.
 */
export class DeviceGate {
  /** Whether anything but the card may be shown: only while main says that the user is live. */
  #isPublished = false;
  #isCovered = false;
  /** Whether the camera's own picture may be shown: only while main says that a bypass is on. */
  #mayPass = false;
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #shown: LinkedFrame | null = null;
  #hasBegun = false;

  /** Whether a frame may be shown; one that may not counts as none. */
  admit(frame: LinkedFrame, nowMs: number): boolean {
    if (!this.#isPublished || (frame.kind === 'passthrough' && !this.#mayPass)) {
      return false;
    }
    this.#hasBegun = true;
    this.#shown = frame;
    this.#shownAtMs = nowMs;
    return !this.#isCovered;
  }

  /** What is to be shown while no frame comes. */
  judge(nowMs: number): OutputFlow {
    if (this.#isCovered) {
      return 'covered';
    }
    if (this.#shown === null) {
      return this.#hasBegun ? 'stalled' : 'waiting';
    }
    return nowMs - this.#shownAtMs > FRAME_HOLD_MS ? 'stalled' : 'flowing';
  }

  /** Sets whether the user is live. When they are not, the card replaces the last frame. */
  publish(isOn: boolean): void {
    this.#isPublished = isOn;
    if (!isOn) {
      this.#shown = null;
      this.#hasBegun = false;
    }
  }

  /** Shows the card at once and until it is taken back, whatever comes. */
  cover(isOn: boolean): void {
    this.#isCovered = isOn;
  }

  /** Whether the camera's own picture may be shown. What was shown of it must not stay. */
  allowPassthrough(isAllowed: boolean): void {
    this.#mayPass = isAllowed;
    if (!isAllowed && this.#shown?.kind === 'passthrough') {
      this.#shown = null;
    }
  }

  /** No frames come any more: what was shown last must not stay. */
  lose(): void {
    this.#shown = null;
  }
}
