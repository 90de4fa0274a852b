import { readFileSync } from 'node:fs';
import { resolveInProject } from './paths.mjs';
import { findLicenceFiles, readProductionTree } from './production-tree.mjs';
import { Stop } from './stop.mjs';

/** Path of the notices; part of the package that users get. */
export const noticesPath = resolveInProject('THIRD-PARTY-NOTICES.txt');

const preface = `Guise contains these packages, each under its own licence. The text of a licence is printed once for
all packages that carry it word for word. The notices of Chromium and Node.js come with the runtime.
This file is made by "npm run notices" on Linux for x64.`;

/**
 * The whole text of the notices, from what is installed.
 * @returns {Promise<string>}
 */
export async function writeNotices() {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  const list = [];
  for (const entry of await readProductionTree()) {
    const label = `${entry.name} ${entry.version}`;
    list.push(`${label} (${entry.licence})${entry.homepage === '' ? '' : ` ${entry.homepage}`}`);
    const files = findLicenceFiles(entry).map((file) => normalise(readFileSync(file, 'utf8')));
    const text =
      files.length > 0 ? files.join('\n\n') : `No licence file; the package says: ${entry.licence}`;
    byText.set(text, [...(byText.get(text) ?? []), label]);
  }
  const texts = [...byText].map(
    ([text, labels]) => `${'-'.repeat(80)}\n${labels.join('\n')}\n\n${text}`,
  );
  return `${preface}\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`;
}

/**
 * Fails when the file in the tree is not what is installed. Elsewhere than on Linux for x64 other
 * optional packages are installed, so nothing is compared there.
 */
export async function checkNotices() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return;
  }
  let present = '';
  try {
    present = readFileSync(noticesPath, 'utf8');
  } catch {
    throw new Stop('THIRD-PARTY-NOTICES.txt is missing; "npm run notices" writes it.');
  }
  if (present !== (await writeNotices())) {
    throw new Stop('THIRD-PARTY-NOTICES.txt is not up to date; "npm run notices" writes it.');
  }
}

/** @param {string} text */
function normalise(text) {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}
