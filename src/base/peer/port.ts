/** One end of a message channel to a thread, a process or a worker of the page. Messages keep their order. */
export interface Port {
  /**
   * Sends a copy; buffers in `transfer` are transferred where the channel supports it. Without effect on a
   * closed port.
   */
  send(message: object, transfer: readonly ArrayBuffer[]): void;
  /** Sets the only listener. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the other end is gone, with the cause if known. */
  onClosed(listener: (cause?: unknown) => void): void;
}

/** Port to a child program, with functions of its runtime. */
export interface PeerProcess extends Port {
  /** Terminates it immediately, whatever it is doing; resolves when it is gone. */
  kill(): Promise<void>;
  /** Sets whether this process stays alive for it: called when it gets work and when it has none left. */
  setRef?(isRef: boolean): void;
  /** Calls back once after a time, without keeping the process alive; returns a function that cancels that. */
  startTimer(ms: number, action: () => void): () => void;
}
