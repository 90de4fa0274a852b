import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import type { LicenceUse, PackLicence } from '../recognise/families.ts';

/** More is no configuration or list. */
const MAX_TEXT_BYTES = 4_000_000;
/** A card says its licence near its beginning. */
const MAX_CARD_BYTES = 65_536;
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

/**
 * The licence that the card of a model states; null when there is none or it says nothing of it. A folder of
 * several models has a card of nobody knows which.
 */
export async function readCardLicence(folder: string): Promise<PackLicence | null> {
  const names = await readdir(folder).catch(() => []);
  if (names.filter((name) => /\.onnx$/i.test(name)).length !== 1) {
    return null;
  }
  for (const name of ['MODEL_CARD', 'MODEL_CARD.md', 'README.md']) {
    const found = findLicence((await readCard(join(folder, name))) ?? '');
    if (found !== null) {
      return { text: `${found.slice(0, LONGEST_LICENCE)} (says ${name})`, use: toUse(found) };
    }
  }
  return null;
}

/** The beginning of a text that a stranger wrote for readers; null when it is not there. */
async function readCard(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isFile() !== true) {
    return null;
  }
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_CARD_BYTES), 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return null; // It cannot be read: a card is a courtesy.
  }
}

/** Line by line, each from its start: the time grows as the text does, whatever it holds. */
function findLicence(card: string): string | null {
  for (const line of card.split('\n')) {
    const license = /^[\s*#>-]*licen[cs]e[\s*]*:(.*)/i.exec(line)?.[1];
    const found = license?.replace(/^[\s*]+/, '').trim() ?? '';
    if (found !== '') {
      return found;
    }
  }
  return null;
}

/** What a licence allows, by the usual names of those that are known; of others nothing is. */
function toUse(licence: string): LicenceUse {
  if (/non-?commercial|\bnc\b|research/i.test(licence)) {
    return 'non_commercial';
  }
  return /\b(cc0|mit|apache|[al]?gpl|public domain)\b|\bbsd|\bcc[ -]by\b/i.test(licence)
    ? 'open'
    : 'unknown';
}
