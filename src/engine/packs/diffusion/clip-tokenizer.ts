import { Tokenizer } from '@huggingface/tokenizers';
import { CLIP_END, CLIP_START, type ClipFiles } from '../diffusion-files/clip-files.ts';
import { PROMPT_LENGTH } from '../recognise/diffusion/diffusion-signature.ts';

/** Tokens of a prompt for a text encoder. */
interface TokenisedPrompt {
  readonly ids: readonly number[];
  /** Number of tokens that did not fit and were dropped. */
  readonly dropped: number;
}

/** Converts a prompt to token ids. */
export type ClipTokenizer = (prompt: string) => TokenisedPrompt;

const PARTS = "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+";

/** Creates the tokenizer of the files beside a text encoder. */
export function createClipTokenizer({ vocabulary, merges, padding }: ClipFiles): ClipTokenizer {
  const numberOf = (word: string): number => vocabulary[word] ?? vocabulary[CLIP_END] ?? 0;
  const special = [CLIP_START, CLIP_END].map((content) => ({
    id: numberOf(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const tokenizer = new Tokenizer(
    {
      added_tokens: special,
      normalizer: {
        type: 'Sequence',
        normalizers: [
          { type: 'NFC' },
          { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
          { type: 'Lowercase' },
        ],
      },
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'Split', pattern: { Regex: PARTS }, behavior: 'Removed', invert: true },
          { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
        ],
      },
      post_processor: null,
      decoder: null,
      model: {
        type: 'BPE',
        unk_token: CLIP_END,
        end_of_word_suffix: '</w>',
        vocab: vocabulary,
        merges,
      },
    },
    { clean_up_tokenization_spaces: false, unk_token: CLIP_END },
  );
  return (prompt) => {
    const { ids } = tokenizer.encode(prompt, { add_special_tokens: false });
    const kept = ids.slice(0, PROMPT_LENGTH - 2);
    const all = [numberOf(CLIP_START), ...kept, numberOf(CLIP_END)];
    const filler = numberOf(padding);
    return {
      ids: [...all, ...Array.from({ length: PROMPT_LENGTH - all.length }, () => filler)],
      dropped: ids.length - kept.length,
    };
  };
}
