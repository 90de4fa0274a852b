import { expect, it } from 'vitest';
import { CLIP_END, CLIP_START, type ClipFiles } from '../diffusion-files/clip-files.ts';
import { createClipTokenizer } from './clip-tokenizer.ts';

/** Pairs that are merged, the most frequent first. */
const pairs =
  "t h|th e</w>|i n|in g</w>|a n|an d</w>|r e|o n</w>|h a|ha i|hai r</w>|b l|bl u|blu e</w>|m a|ma k|mak e</w>|' s</w>|c a|ca t</w>|Ã ¤|Ã ¼|e r</w>|w o|wo l|wol f</w>|! !</w>|ð Ł|ðŁ ĺ";

/** Lists the printable characters that GPT-2 and CLIP use for bytes. */
function listLetters(): readonly string[] {
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const seen = [...range(33, 126), ...range(161, 172), ...range(174, 255)];
  return [...seen, ...range(256, 511 - seen.length)].map((code) => String.fromCodePoint(code));
}

function makeFiles(padding = CLIP_END): ClipFiles {
  const merges = pairs.split('|').map((pair): [string, string] => {
    const [first = '', second = ''] = pair.split(' ');
    return [first, second];
  });
  const letters = listLetters();
  const words = [
    ...letters,
    ...letters.map((letter) => `${letter}</w>`),
    ...merges.map(([first, second]) => first + second),
    CLIP_START,
    CLIP_END,
  ];
  return {
    vocabulary: Object.fromEntries(words.map((word, number) => [word, number])),
    merges,
    padding,
  };
}

/** Tokens by version 0.23.3 of the Rust library `tokenizers` with the same vocabulary. */
const figures: readonly (readonly [string, readonly number[]])[] = [
  ['make the hair blue', [528, 513, 522, 525]],
  ["A CAT and the wolf's den!!", [320, 531, 517, 513, 537, 529, 67, 68, 333, 538]],
  ['  spaces\tand\nlines ', [82, 79, 64, 66, 68, 338, 517, 75, 514, 68, 338]],
  ["it's 2024, I'll go", [72, 339, 529, 273, 271, 273, 275, 267, 328, 6, 75, 331, 70, 334]],
  [
    'Haare färben: grün, bläulich',
    [
      520, 64, 81, 324, 69, 532, 81, 65, 68, 333, 281, 70, 81, 533, 333, 267, 523, 532, 84, 75, 72,
      66, 327,
    ],
  ],
  ['café naïve', [530, 69, 127, 358, 77, 64, 127, 107, 85, 324]],
  ['日本語の猫', [162, 245, 98, 162, 250, 105, 164, 103, 252, 159, 223, 106, 163, 234, 360]],
  ['😀 smile', [540, 478, 82, 76, 72, 75, 324]],
  ['a-b_c/d', [320, 268, 321, 318, 322, 270, 323]],
  ["don't we've you're", [67, 519, 6, 339, 86, 324, 6, 85, 324, 88, 78, 340, 6, 81, 324]],
  ['', []],
  ['...', [13, 13, 269]],
  ['é composed', [127, 358, 66, 78, 76, 79, 78, 82, 68, 323]],
  ['½ ² ①', [126, 377, 126, 366, 158, 239, 510]],
  [
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    [
      87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87, 87,
      87, 87, 87, 87, 87, 87, 343,
    ],
  ],
];

it.each(figures)('reads as the tokenizers in Rust do: %s', (text, ids) => {
  const { ids: read, dropped } = createClipTokenizer(makeFiles())(text);
  expect(read).toHaveLength(77);
  expect(read.slice(1, ids.length + 1)).toEqual(ids);
  expect([read[0], ...new Set(read.slice(ids.length + 1))]).toEqual([541, 542]);
  expect(dropped).toBe(0);
});

it('says how much did not fit, and fills up as the model wants it', () => {
  const tokenise = createClipTokenizer(makeFiles('!'));
  const { ids, dropped } = tokenise('cat '.repeat(100));
  expect(dropped).toBe(25);
  expect(ids).toHaveLength(77);
  expect(ids.at(-1)).toBe(542);
  expect(tokenise('').ids.slice(0, 4)).toEqual([541, 542, 0, 0]);
});
