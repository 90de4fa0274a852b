/** Receiver of the messages for one end of a port. */
export interface PortSink {
  readonly deliver: (message: unknown, ports: readonly PortEnd[]) => void;
  readonly close: () => void;
}

/**
 * One end of a message port. Ends come in pairs; the location of an end (here, in a page, in a utility process)
 * is up to its sink, and transferring it means setting another sink.
 */
export class PortEnd {
  #peer: PortEnd | null = null;
  #sink: PortSink | null = null;
  #waiting: Array<{ readonly message: unknown; readonly ports: readonly PortEnd[] }> = [];
  #isClosed = false;

  static createPair(): [PortEnd, PortEnd] {
    const [first, second] = [new PortEnd(), new PortEnd()];
    first.#peer = second;
    second.#peer = first;
    return [first, second];
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sends to the other end, wherever it is. A closed port drops the message, as in the browser. */
  post(message: unknown, ports: readonly PortEnd[]): void {
    if (!this.#isClosed) {
      const peer = this.#peer;
      if (peer !== null) {
        peer.#receive(message, ports);
      }
    }
  }

  /** Sets the location of this end; queued messages go there. With null they wait. */
  setSink(sink: PortSink | null): void {
    this.#sink = sink;
    if (sink === null) {
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { message, ports } of waiting) {
      sink.deliver(message, ports);
    }
    if (this.#isClosed) {
      sink.close();
    }
  }

  /** Closes both ends; the other one is notified. */
  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    const peer = this.#peer;
    if (peer !== null && !peer.#isClosed) {
      peer.#isClosed = true;
      peer.#sink?.close();
    }
  }

  #receive(message: unknown, ports: readonly PortEnd[]): void {
    if (this.#sink === null) {
      this.#waiting.push({ message, ports });
    } else {
      this.#sink.deliver(message, ports);
    }
  }
}
