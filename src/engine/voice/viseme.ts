/** Shapes of the mouth, as most talking heads name them. */
export const visemes = [
  'sil',
  'PP',
  'FF',
  'TH',
  'DD',
  'kk',
  'CH',
  'SS',
  'nn',
  'RR',
  'aa',
  'E',
  'ih',
  'oh',
  'ou',
] as const;

/** See {@link visemes}. */
export type Viseme = (typeof visemes)[number];

/** Phones of American English as flite names them. */
const ofArpabet = fromLists({
  sil: 'pau sil',
  PP: 'p b m',
  FF: 'f v',
  TH: 'th dh',
  DD: 't d dx',
  kk: 'k g ng hh',
  CH: 'ch jh sh zh',
  SS: 's z',
  nn: 'n l nx en el',
  RR: 'r er',
  aa: 'aa ah ax ay aw ae',
  E: 'eh ey',
  ih: 'ih iy y ix',
  oh: 'ao ow oy',
  ou: 'uw uh w ux',
});

/** First letters of phones in IPA. What is not here is looked up without its marks. */
const ofIpa = fromLists({
  PP: 'p b m ɓ ɱ',
  FF: 'f v ɸ β ʋ',
  TH: 'θ ð',
  DD: 't d ɾ ʈ ɖ ɗ',
  kk: 'k ɡ g ŋ h x ɣ χ q ɢ ʔ ħ ʕ ɦ c ɟ ç ʝ ɠ',
  CH: 'ʃ ʒ ɕ ʑ ʂ ʐ tʃ dʒ tɕ dʑ tʂ dʐ',
  SS: 's z ts dz',
  nn: 'n l ɲ ɳ ɭ ʎ ɫ ɬ ʟ ɴ',
  RR: 'ɹ r ʀ ʁ ɻ ɽ ɺ ɚ ɜ ɝ',
  aa: 'a ɑ ʌ ə ɐ æ ɒ ä',
  E: 'ɛ e œ ø ɘ ɞ',
  ih: 'i ɪ j y ʏ ɨ ᵻ',
  oh: 'ɔ o ɤ',
  ou: 'u ʊ w ɯ ʉ ɵ ɥ',
});

/** The mouth of a phone in ARPAbet; a phone that is not known is an open one. */
export function toVisemeFromArpabet(phone: string): Viseme {
  return ofArpabet.get(phone.replace(/\d$/, '')) ?? 'aa';
}

/** The mouth of a phone in IPA. Of a diphthong, the one it begins with. */
export function toVisemeFromIpa(phone: string): Viseme {
  const plain = phone.normalize('NFD').replaceAll(/[\p{M}ˈˌːˑʰʲʷˠˤ˞.'ʼ|‖]/gu, '');
  const letters = Array.from(plain);
  const two = letters.slice(0, 2).join('');
  return ofIpa.get(two) ?? ofIpa.get(letters[0] ?? '') ?? (plain === '' ? 'sil' : 'aa');
}

function fromLists(lists: Partial<Record<Viseme, string>>): ReadonlyMap<string, Viseme> {
  const entries = visemes.flatMap((viseme) =>
    (lists[viseme] ?? '')
      .split(' ')
      .filter((phone) => phone !== '')
      .map((phone) => [phone, viseme] as const),
  );
  return new Map(entries);
}
