import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { LogLine } from '../../contract/ipc/diagnostics.ts';
import type { Redactor } from '../log/redact.ts';

/** Maximum characters of a line: a hundred of them fit into a message to the page. */
const maxLineChars = 600;

const entrySchema = z.object({
  time: z.string(),
  level: z.enum(['info', 'warn', 'error']),
  what: z.string(),
  facts: z.record(z.string(), z.unknown()).default({}),
});

/** Which lines are wanted, and how many at most. */
export interface LogTailOptions {
  readonly folder: string;
  /** Removes values that became secret after a line was written. */
  readonly redactor: Redactor;
  readonly maxLines: number;
  readonly isWanted?: (event: string) => boolean;
}

/** Reads the newest lines of the log, oldest first. Lines truncated by a crash are skipped. */
export async function readLogTail(options: LogTailOptions): Promise<LogLine[]> {
  const { folder, redactor, maxLines, isWanted = () => true } = options;
  const lines: LogLine[] = [];
  for (const name of ['guise.log', 'guise.1.log']) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const found = text.split('\n').flatMap((line) => toLine(line, redactor, isWanted));
    lines.unshift(...found.slice(Math.max(0, found.length - (maxLines - lines.length))));
    if (lines.length >= maxLines) {
      break;
    }
  }
  return lines;
}

function toLine(line: string, redactor: Redactor, isWanted: (event: string) => boolean): LogLine[] {
  const parsed = entrySchema.safeParse(parseJson(line));
  if (!parsed.success || !isWanted(parsed.data.what)) {
    return [];
  }
  const { time, level, what, facts } = parsed.data;
  const said = JSON.stringify(redactor.redactValue(facts));
  const text = redactor.redactText(said === '{}' ? what : `${what} ${said}`);
  return [
    { time, level, text: text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text },
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
