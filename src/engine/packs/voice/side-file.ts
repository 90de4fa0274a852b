import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import type { PackLicence } from '../recognise/families.ts';

/** More is no configuration or list. */
const MAX_TEXT_BYTES = 4_000_000;
const LONGEST_LICENCE = 200;

/** A small text beside a model; null when it is not there. Throws `unsupported_format` when it is too large. */
export async function readSideText(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isFile() !== true) {
    return null;
  }
  if (facts.size > MAX_TEXT_BYTES) {
    throw new AppError('unsupported_format', `${basename(path)} is too large to be a side file.`);
  }
  return readFile(path, 'utf8');
}

/** A side file as JSON; null when it is not there. Throws `unsupported_format` when it is no JSON. */
export async function readSideJson(path: string): Promise<unknown> {
  const text = await readSideText(path);
  if (text === null) {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('unsupported_format', `${basename(path)} is no JSON.`, { cause });
  }
}

/** The licence that a card of a model in a folder states; null when there is no card or no word of it. */
export async function readCardLicence(folder: string): Promise<PackLicence | null> {
  for (const name of ['MODEL_CARD', 'MODEL_CARD.md', 'README.md']) {
    const text = await readSideText(join(folder, name)).catch(() => null);
    const found = /^[\s*#>-]*licen[cs]e[\s*]*:[\s*]*(.+)$/im.exec(text ?? '')?.[1]?.trim();
    if (found !== undefined && found !== '') {
      return { text: `${found.slice(0, LONGEST_LICENCE)} (says ${name})`, use: 'unknown' };
    }
  }
  return null;
}
