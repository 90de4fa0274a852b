/** Exit code for "something has to be done by hand first"; 1 is for everything that failed. */
export const exitNeedsHand = 2;

/** A planned end: the message is for the person at the terminal and says what to do. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'Stop';
    this.exitCode = exitCode;
  }
}
