/**
 * Maps sounds of eSpeak NG to Kokoro's letters: networks of version 1 write diphthongs and affricates as one letter
 * each, and English without length marks; earlier ones use IPA unchanged.
 */

type Letters = readonly (readonly [sound: string, letters: string])[];

const shared: Letters = [
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['eɪ', 'A'],
  ['ɔɪ', 'Y'],
  ['tʃ', 'ʧ'],
  ['dʒ', 'ʤ'],
];
const english: Letters = [
  ['əl', 'ᵊl'],
  ['n̩', 'ᵊn'],
  ['ʔ', 't'],
  ['ɚ', 'əɹ'],
  ['r', 'ɹ'],
  ['x', 'k'],
  ['ç', 'k'],
  ['ɐ', 'ə'],
  ['ɬ', 'l'],
  ['ʲ', ''],
  ['\u0303', ''],
];
const american: Letters = [
  ['oʊ', 'O'],
  ['ɜː', 'ɜɹ'],
  ['ɪə', 'iə'],
  ['ː', ''],
];
const british: Letters = [
  ['eə', 'ɛː'],
  ['iə', 'ɪə'],
  ['əʊ', 'Q'],
];
const others: Letters = [
  ['ts', 'ʦ'],
  ['dz', 'ʣ'],
  ['oʊ', 'O'],
  ['əʊ', 'Q'],
];
/** Replacements for letters that the first networks do not know. */
const plain: Letters = [
  ['ʲ', 'j'],
  ['r', 'ɹ'],
  ['x', 'k'],
  ['ɬ', 'l'],
];

/** IPA of Kokoro's letters, for visemes and reports. */
const spoken: ReadonlyMap<string, string> = new Map([
  ...[...shared, ...others].map(([sound, letter]) => [letter, sound] as const),
  ['ᵊ', 'ə'],
]);

/** Converts one sound to Kokoro's letters. `isFirst` selects networks before version 1. */
export function toKokoroLetters(sound: string, reader: string, isFirst: boolean): string {
  const stress = /^[ˈˌ]*/u.exec(sound)?.[0] ?? '';
  let letters = sound.slice(stress.length);
  for (const [from, to] of listLetters(reader, isFirst)) {
    letters = letters.replaceAll(from, to);
  }
  return stress + letters;
}

/** Converts a letter of Kokoro to IPA. */
export function toIpa(letter: string): string {
  return spoken.get(letter) ?? letter;
}

function listLetters(reader: string, isFirst: boolean): Letters {
  const isEnglish = reader.startsWith('en');
  if (isFirst) {
    return isEnglish ? plain : [];
  }
  const accent = reader === 'en-us' ? american : british;
  return [...shared, ...(isEnglish ? [...accent, ...english] : others)];
}

/** Token ids of Kokoro 1.0; earlier versions differ only in capitals. */
export const kokoroIds: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [1, ';:,.!?'],
    [9, '—…"()“” \u0303ʣʥʦʨᵝ\uAB67AI'],
    [31, 'O'],
    [33, 'Q'],
    [35, 'ST'],
    [39, 'W'],
    [41, 'Yᵊabcdef'],
    [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
    [75, 'βɔɕç'],
    [80, 'ɖðʤə'],
    [85, 'ɚɛɜ'],
    [90, 'ɟ'],
    [92, 'ɡ'],
    [99, 'ɥ'],
    [101, 'ɨɪʝ'],
    [110, 'ɯɰŋɳɲɴø'],
    [118, 'ɸθœ'],
    [123, 'ɹ'],
    [125, 'ɾɻ'],
    [128, 'ʁɽʂʃʈʧ'],
    [135, 'ʊʋ'],
    [138, 'ʌɣɤ'],
    [142, 'χʎ'],
    [147, 'ʒʔ'],
    [156, 'ˈˌː'],
    [162, 'ʰ'],
    [164, 'ʲ'],
    [169, '↓'],
    [171, '→↗↘'],
    [177, 'ᵻ'],
  ].flatMap(([first, letters]) =>
    Array.from(String(letters), (letter, index) => [letter, Number(first) + index]),
  ),
);
