import { BrowserGoneError } from './cdp/connection.ts';

/**
 * Logs an error without a caller to standard error. Ignores {@link BrowserGoneError}, because the browser's
 * exit is an event of its own.
 */
export function logBug(error: unknown): void {
  if (error instanceof BrowserGoneError) {
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[runtime] ${text}\n`);
}

/** Writes one line for the terminal. */
export function logLine(text: string): void {
  process.stderr.write(`[runtime] ${text}\n`);
}
