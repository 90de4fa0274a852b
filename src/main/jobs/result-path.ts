import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { makePrivateFolder } from '../../client/private-files.ts';
import { features, type JobFeature } from '../../contract/api/features.ts';

const maxStemChars = 120;
/** Words of a script that name its file. */
const maxWordChars = 40;

/**
 * A path for a result that nothing lies at yet: the first words of the script or the name of the first
 * input, the feature, and the ending of its kind, such as `holiday face-swap (2).mp4`.
 */
export function findResultPath(
  folder: string,
  {
    inputPath,
    script,
    feature,
    ending,
  }: {
    /** Null for what is made of words alone. */
    readonly inputPath: string | null;
    readonly script: string | null;
    readonly feature: JobFeature;
    /** With its dot, by the bytes of the result: what a service says of them may be anything. */
    readonly ending: string;
  },
): string {
  makePrivateFolder(folder);
  const source = wordsOf(script ?? '') || stemOf(inputPath ?? '') || 'result';
  const stem = `${source} ${features[feature].endpoint}`;
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${stem}${count === 1 ? '' : ` (${count})`}${ending}`);
    if (!existsSync(path) && !existsSync(`${path}.part`)) {
      return path;
    }
  }
}

function stemOf(path: string): string {
  const name = basename(path, extname(path));
  return Array.from(name).slice(0, maxStemChars).join('');
}

/** Whole words without what file systems refuse. */
function wordsOf(script: string): string {
  const words = script.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const next = name === '' ? word : `${name} ${word}`;
    if (next.length > maxWordChars) {
      break;
    }
    name = next;
  }
  return name === ''
    ? Array.from(words[0] ?? '')
        .slice(0, maxWordChars)
        .join('')
    : name;
}
