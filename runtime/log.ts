import { BrowserGoneError } from './cdp/connection.ts';

/**
 * Where an error goes that has no caller left: standard error. That the browser is gone is no news,
 * because its end is an event of its own.
 */
export function logBug(error: unknown): void {
  if (error instanceof BrowserGoneError) {
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[runtime] ${text}\n`);
}

/** One line for whoever runs the app from a terminal. */
export function logLine(text: string): void {
  process.stderr.write(`[runtime] ${text}\n`);
}
