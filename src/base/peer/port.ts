/** One end of the way to a thread, a process or a worker of a page. Messages keep their order. */
export interface Port {
  /** Sends a copy; memory in `transfer` is moved where the way can do that. One that is closed takes nothing. */
  send(message: object, transfer: readonly ArrayBuffer[]): void;
  /** One listener. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the other end is gone, with what ended it where that is known. */
  onClosed(listener: (cause?: unknown) => void): void;
}

/** The way to a program that was started for its answers, and what its runtime does for it. */
export interface PeerProcess extends Port {
  /** Ends it now, whatever it is doing; resolves when it is gone. */
  kill(): Promise<void>;
  /** Whether this process goes on for it: called when it gets work and when it has none left. */
  setRef?(isRef: boolean): void;
  /** Calls once after a time, for which no process goes on; returns how to cancel that. */
  startTimer(ms: number, action: () => void): () => void;
}
