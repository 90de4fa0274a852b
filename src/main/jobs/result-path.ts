import { existsSync, mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { features, type JobFeature } from '../../contract/api/features.ts';

const maxStemChars = 120;
/** Words of a script that name its file. */
const maxWordChars = 40;

/**
 * A path for a result that nothing lies at yet: the first words of the script or the name of the first
 * input, the feature, and the ending of the address it comes from, such as `holiday face-swap (2).mp4`.
 *
 * @param url of the result; its last part gives the ending.
 */
export function findResultPath(
  folder: string,
  {
    inputPath,
    script,
    feature,
    url,
  }: {
    /** Null for what is made of words alone. */
    readonly inputPath: string | null;
    readonly script: string | null;
    readonly feature: JobFeature;
    readonly url: string;
  },
): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError('storage_failed', `The folder ${folder} cannot be made.`, { cause });
  }
  const source = wordsOf(script ?? '') || stemOf(inputPath ?? '') || 'result';
  const stem = `${source} ${features[feature].endpoint}`;
  const ending = endingOf(url);
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

/** Letters and digits only: the address comes from a service. */
function endingOf(url: string): string {
  const pathname = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.[a-z0-9]{1,8}$/i.exec(pathname)?.[0].toLowerCase() ?? '';
}
