import { join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../base/errors.ts';
import { readSideJson, findSideText } from '../voice-files/side-file.ts';

/** Vocabulary files of a CLIP text encoder. */
export interface ClipFiles {
  readonly vocabulary: Readonly<Record<string, number>>;
  /** Pairs of tokens that byte-pair encoding merges, the most frequent first. */
  readonly merges: readonly (readonly [string, string])[];
  /** Token that pads a prompt. */
  readonly padding: string;
}

/** Token that starts a prompt of CLIP. */
export const CLIP_START = '<|startoftext|>';
/** Token that ends a prompt of CLIP. */
export const CLIP_END = '<|endoftext|>';

const MAX_WORDS = 200_000;
const vocabularySchema = z.record(z.string(), z.int().min(0));
const paddingSchema = z.object({
  pad_token: z.union([z.string(), z.object({ content: z.string() })]).optional(),
});

/**
 * Reads the CLIP files of a folder; null when they are missing. Throws `unsupported_format` when they cannot be read.
 */
export async function findClipFiles(folder: string): Promise<ClipFiles | null> {
  const words = await readSideJson(join(folder, 'vocab.json'));
  const pairs = await findSideText(join(folder, 'merges.txt'));
  if (words === null || pairs === null) {
    return null;
  }
  const vocabulary = vocabularySchema.safeParse(words);
  const count = vocabulary.success ? Object.keys(vocabulary.data).length : 0;
  if (!vocabulary.success || count > MAX_WORDS || !(CLIP_END in vocabulary.data)) {
    throw new AppError('unsupported_format', 'Its tokenizer/vocab.json is not that of CLIP.');
  }
  const merges = pairs.split('\n').flatMap((line): [string, string][] => {
    const [first, second, ...more] = line.trim().split(' ');
    const isPair = first && second && more.length === 0 && !line.startsWith('#version');
    return isPair ? [[first, second]] : [];
  });
  const special = paddingSchema.safeParse(
    await readSideJson(join(folder, 'special_tokens_map.json')),
  );
  const pad = special.success ? special.data.pad_token : undefined;
  const padding = typeof pad === 'string' ? pad : (pad?.content ?? CLIP_END);
  return {
    vocabulary: vocabulary.data,
    merges,
    padding: padding in vocabulary.data ? padding : CLIP_END,
  };
}
