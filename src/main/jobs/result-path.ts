import { existsSync, mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { features, type JobFeature } from '../../contract/api/features.ts';

const maxStemChars = 120;

/**
 * A path for a result that nothing lies at yet: the name of the first input, the feature, and the ending
 * of the address it comes from, such as `holiday face-swap (2).mp4`.
 *
 * @param url of the result; its last part gives the ending.
 */
export function findResultPath(
  folder: string,
  {
    inputPath,
    feature,
    url,
  }: {
    readonly inputPath: string;
    readonly feature: JobFeature;
    readonly url: string;
  },
): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError('storage_failed', `The folder ${folder} cannot be made.`, { cause });
  }
  const stem = `${stemOf(inputPath)} ${features[feature].endpoint}`;
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
  return Array.from(name).slice(0, maxStemChars).join('') || 'result';
}

/** Letters and digits only: the address comes from a service. */
function endingOf(url: string): string {
  const pathname = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.[a-z0-9]{1,8}$/i.exec(pathname)?.[0].toLowerCase() ?? '';
}
