import { basename, extname } from 'node:path';
import { makePrivateFolder } from '../../client/private-files.ts';
import { features, type JobFeature } from '../../contract/api/features.ts';
import { claimPath } from '../files/claim-path.ts';

/** Half of what a name may have on most file systems. */
const maxStemBytes = 120;
/** Words of a script that name its file. */
const maxWordChars = 40;

/**
 * Claims a path for a result, see {@link claimPath}: the first words of the script or the name of the first
 * input, the feature, and the extension of its kind, such as `holiday face-swap (2).mp4`.
 */
export function claimResultPath(
  folder: string,
  {
    inputPath,
    script,
    feature,
    ending,
  }: {
    /** Null for a result that is made of text only. */
    readonly inputPath: string | null;
    readonly script: string | null;
    readonly feature: JobFeature;
    /** Extension with its dot, by the bytes of the result: the service's declaration is not trusted. */
    readonly ending: string;
  },
): string {
  makePrivateFolder(folder);
  const source = toWords(script ?? '') || toFileStem(inputPath ?? '') || 'result';
  const stem = `${source} ${features[feature].endpoint}`;
  return claimPath({ folder, stem, ending, toBeside: (path) => [`${path}.part`] }).path;
}

function toFileStem(path: string): string {
  let stem = '';
  for (const char of basename(path, extname(path))) {
    if (Buffer.byteLength(stem + char) > maxStemBytes) {
      break;
    }
    stem += char;
  }
  return stem;
}

/** Whole words without what file systems refuse. */
function toWords(script: string): string {
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
