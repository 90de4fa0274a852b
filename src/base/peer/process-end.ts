/** Exit of a process, for pending calls and for logs. */
export class ProcessEnd extends Error {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** True when this process killed the other one. */
  readonly isKilledHere: boolean;

  constructor(end: {
    readonly code: number | null;
    readonly signal: string | null;
    readonly isKilledHere: boolean;
  }) {
    super(end.signal === null ? `exit code ${end.code}` : `signal ${end.signal}`);
    this.code = end.code;
    this.signal = end.signal;
    this.isKilledHere = end.isKilledHere;
  }
}

/** The end of a process that never ran. */
export class ProcessNotStarted extends Error {
  constructor(cause?: unknown) {
    super('The process could not be started.', cause === undefined ? undefined : { cause });
  }
}
