import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import type { LicenceUse, PackLicence } from '../recognise/families.ts';

/** Maximum size of a configuration or list. */
const MAX_TEXT_BYTES = 4_000_000;
/** Number of bytes read from a model card; licences are near the beginning. */
const MAX_CARD_BYTES = 65_536;
const LONGEST_LICENCE = 200;

/** Reads a small text beside a model; null when it is missing. Throws `unsupported_format` when it is too large. */
export async function findSideText(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isFile() !== true) {
    return null;
  }
  if (facts.size > MAX_TEXT_BYTES) {
    throw new AppError('unsupported_format', `${basename(path)} is too large to be a side file.`);
  }
  return readFile(path, 'utf8');
}

/** Reads a side file as JSON; null when it is missing. Throws `unsupported_format` when it is no JSON. */
export async function readSideJson(path: string): Promise<unknown> {
  const text = await findSideText(path);
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
 * Returns the licence that a model card states, or null. In a folder of several models the card's model is unknown, so
 * it is ignored.
 */
export async function findCardLicence(folder: string): Promise<PackLicence | null> {
  const names = await readdir(folder).catch(() => []);
  if (names.filter((name) => /\.onnx$/i.test(name)).length !== 1) {
    return null;
  }
  for (const name of ['MODEL_CARD', 'MODEL_CARD.md', 'README.md']) {
    const found = findLicence((await findCard(join(folder, name))) ?? '');
    if (found !== null) {
      return { text: `${found.slice(0, LONGEST_LICENCE)} (says ${name})`, use: toUse(found) };
    }
  }
  return null;
}

/** Reads the beginning of an untrusted text; null when it is missing. */
async function findCard(path: string): Promise<string | null> {
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
    return null; // An unreadable card is ignored, because it is optional.
  }
}

/** Finds the licence line by line with anchored patterns, so that the time is linear in the text. */
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

/** Classifies the use that a licence allows by common names; others are `unknown`. */
function toUse(licence: string): LicenceUse {
  if (/non-?commercial|\bnc\b|research/i.test(licence)) {
    return 'non_commercial';
  }
  return /\b(cc0|mit|apache|[al]?gpl|public domain)\b|\bbsd|\bcc[ -]by\b/i.test(licence)
    ? 'open'
    : 'unknown';
}
