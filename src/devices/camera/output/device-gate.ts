import type { OutputFlow } from '../../../contract/devices.ts';
import { FRAME_HOLD_MS, type LinkedFrame } from '../../../contract/frame-link.ts';

/**
 * Decides what a device shows: permitted frames while they arrive, else the card. It is the last step before
 * other programs, so that no other component has to be trusted to hide the camera.
 */
export class DeviceGate {
  /** True when main reports that the user is live; otherwise only the card may be shown. */
  #isPublished = false;
  #isCovered = false;
  /** True when main reports a bypass; only then may frames of the camera be shown. */
  #mayPass = false;
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #shown: LinkedFrame | null = null;
  #hasBegun = false;

  /** Returns whether a frame may be shown; a refused frame counts as missing. */
  admit(frame: LinkedFrame, nowMs: number): boolean {
    if (!this.#isPublished || (frame.kind === 'passthrough' && !this.#mayPass)) {
      return false;
    }
    this.#hasBegun = true;
    this.#shown = frame;
    this.#shownAtMs = nowMs;
    return !this.#isCovered;
  }

  /** Decides what is shown while no frame arrives. */
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

  /** Shows the card immediately, until it is revoked, regardless of frames. */
  cover(isOn: boolean): void {
    this.#isCovered = isOn;
  }

  /** Sets whether the camera's own picture may be shown. A shown one must not stay. */
  allowPassthrough(isAllowed: boolean): void {
    this.#mayPass = isAllowed;
    if (!isAllowed && this.#shown?.kind === 'passthrough') {
      this.#shown = null;
    }
  }

  /** Reports that no frames arrive any more: the last one must not stay. */
  lose(): void {
    this.#shown = null;
  }
}
