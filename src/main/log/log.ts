import { appendFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { Redactor } from './redact.ts';

/** Severity of a line. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Writes what happened, for a person who looks for the cause of a problem later. */
export type Log = (
  level: LogLevel,
  event: string,
  facts?: Readonly<Record<string, unknown>>,
) => void;

/** Location of the log and its size limits; at most `maxFiles` × `maxFileBytes`. */
export interface LogOptions {
  readonly folder: string;
  readonly redactor: Redactor;
  readonly maxFileBytes?: number;
  readonly maxFiles?: number;
  readonly now?: () => Date;
}

/**
 * Opens the log: JSON lines in `guise.log`, older ones in `guise.1.log` and so on, the oldest dropped. Lines
 * are written synchronously, so a crash loses none. A full disk must not stop the app: lines that cannot be
 * written are counted, and the count is part of the next successful line.
 */
export function openLog({
  folder,
  redactor,
  maxFileBytes = 1_000_000,
  maxFiles = 4,
  now = () => new Date(),
}: LogOptions): Log {
  makePrivateFolder(folder);
  const fileAt = (age: number): string =>
    join(folder, age === 0 ? 'guise.log' : `guise.${age}.log`);
  let sizeBytes = existsSync(fileAt(0)) ? statSync(fileAt(0)).size : 0;
  let lostLines = 0;

  const rotate = (): void => {
    rmSync(fileAt(maxFiles - 1), { force: true });
    for (let age = maxFiles - 2; age >= 0; age -= 1) {
      if (existsSync(fileAt(age))) {
        renameSync(fileAt(age), fileAt(age + 1));
      }
    }
    sizeBytes = 0;
  };

  return (level, event, facts = {}) => {
    const entry = {
      time: now().toISOString(),
      level,
      what: event,
      ...(lostLines > 0 && { lostLines }),
    };
    const line = `${JSON.stringify({ ...entry, facts: redactor.redactValue(facts) })}\n`;
    const lineBytes = Buffer.byteLength(line);
    try {
      if (sizeBytes > 0 && sizeBytes + lineBytes > maxFileBytes) {
        rotate();
      }
      appendFileSync(fileAt(0), line, { mode: 0o600 });
      sizeBytes += lineBytes;
      lostLines = 0;
    } catch {
      lostLines += 1;
    }
  };
}
