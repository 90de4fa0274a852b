/** Time for which frames have to arrive before they are shown again after a bar or a sleep, in milliseconds. */
export const reopenDelayMs = 1000;
/** Gap that restarts that time: frames in transit may arrive late. */
export const reopenPauseMs = 500;

/** Messages from the page to the gate. Streams and frames are transferred, not copied. */
export type ToOutputGate =
  | {
      readonly type: 'begin';
      readonly output: WritableStream<VideoFrame>;
      /** Video for the user alone while they are not live. */
      readonly preview: WritableStream<VideoFrame>;
      /** See `output-gate-latch.ts`. */
      readonly latch: Int32Array;
    }
  /** Sets whether the user is live. Otherwise the card is output, whatever arrives. */
  | { readonly type: 'publish'; readonly isOn: boolean }
  /** Sets the engine's frames; null for none. */
  | { readonly type: 'feed'; readonly frames: ReadableStream<VideoFrame> | null }
  /**
   * Shows the card immediately, until it is revoked, whatever arrives. `closings`: count of the latch when it
   * was sent.
   */
  | { readonly type: 'cover'; readonly isOn: boolean; readonly closings: number }
  /**
   * Shows the card while it is on, and then until frames have arrived for a while: those in transit must not be
   * seen.
   */
  | { readonly type: 'bar'; readonly isOn: boolean; readonly closings: number }
  | {
      readonly type: 'card';
      /** Null until it was loaded. */
      readonly image: ImageBitmap | null;
      readonly width: number;
      readonly height: number;
    }
  /** Sets the URL to which the output is also sent; null for none. */
  | { readonly type: 'send'; readonly url: string | null; readonly fps: number }
  /** Sets whether the engine's frames may be the camera's own. */
  | { readonly type: 'bypass'; readonly isOn: boolean }
  | { readonly type: 'end' };

/**
 * Output of the gate; while the user is not live, their preview.
 *
 *   waiting ──▶ flowing ──▶ held (≤ 0.3 s) ──▶ stalled (card) ──▶ flowing
 *                  ├──────────── carded: the engine's own card comes ◀─▶ flowing
 *                  ├──────────── covered (asked for) ◀─▶ any
 *                  └──────────── barred, until frames came for a second ◀─▶ any
 */
export type GateFlow = 'waiting' | 'flowing' | 'carded' | 'held' | 'stalled' | 'covered' | 'barred';

/** Report of the gate: at every change of its state, and twice a second. */
export interface FromOutputGate {
  readonly flow: GateFlow;
  /** True when these frames go to the output; otherwise the output is the card, and only the preview shows them. */
  readonly isPublished: boolean;
  /** Time of the report on the gate's clock; only differences have a meaning. */
  readonly atMs: number;
  /** Lateness of the gate's timer over the last reports, in milliseconds: more than a few on an overloaded computer. */
  readonly lateMs: number;
  /** Number of engine frames so far that were output, or were replaced only by the cover. */
  readonly passed: number;
  /** Number of frames that arrived before the previous one was consumed. */
  readonly dropped: number;
}
