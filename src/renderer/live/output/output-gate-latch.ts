/** Reasons for closing the output gate. */
export type GateClosing = 'cover' | 'bar';

const places: Readonly<Record<GateClosing, number>> = { cover: 0, bar: 1 };

/**
 * Counters of gate closings in memory shared by page and gate. A message is delayed until the gate's thread is
 * free, up to 0.3 s on a busy machine; a counter is seen before the very next frame is written. Where shared
 * memory is unavailable (a development server), it is copied, and only messages close the gate.
 */
export class OutputGateLatch {
  readonly memory: Int32Array;

  /** `memory` is that of the page's latch. */
  constructor(memory?: Int32Array) {
    const canShare = globalThis.crossOriginIsolated;
    this.memory =
      memory ?? new Int32Array(canShare ? new SharedArrayBuffer(8) : new ArrayBuffer(8));
  }

  /**
   * Closes the gate immediately, from the page. The corresponding message has to follow: only messages can
   * reopen the gate.
   */
  close(closing: GateClosing): void {
    Atomics.add(this.memory, places[closing], 1);
  }

  /** Number of closings so far. */
  count(closing: GateClosing): number {
    return Atomics.load(this.memory, places[closing]);
  }
}
