/** What closes the output gate. */
export type GateClosing = 'cover' | 'bar';

const places: Readonly<Record<GateClosing, number>> = { cover: 0, bar: 1 };

/**
 * Counts what closed the output gate in memory that page and gate share. A message comes when the gate's thread has the time for
 * it, which on a busy machine was up to 0.3 s; what is counted here is seen before the very next picture is written. Where a page may
 * not share memory (a development server), it is copied, and messages alone close the gate.
 */
export class OutputGateLatch {
  readonly memory: Int32Array;

  /** `memory` is that of the page's latch. */
  constructor(memory?: Int32Array) {
    const mayShare = globalThis.crossOriginIsolated;
    this.memory =
      memory ?? new Int32Array(mayShare ? new SharedArrayBuffer(8) : new ArrayBuffer(8));
  }

  /** Closes it now, in the page. The message that says so has to follow: it alone can open the gate again. */
  close(what: GateClosing): void {
    Atomics.add(this.memory, places[what], 1);
  }

  /** How often it was closed so far. */
  count(what: GateClosing): number {
    return Atomics.load(this.memory, places[what]);
  }
}
