/** Words and letters that distinguish similar languages, or languages that the detector does not know. */

/** Letters that only one of several similar languages has. */
const letters: readonly (readonly [pattern: RegExp, base: string, weight: number])[] = [
  [/[ґєії]/iu, 'uk', 0.08],
  [/[ыэё]/iu, 'ru', 0.08],
  [/[ђћ]/iu, 'sr', 0.08],
  [/[ѓќѕ]/iu, 'mk', 0.3],
  [/[پچژگ]/u, 'fa', 0.08],
  [/[ٹڈڑںہھے]/u, 'ur', 0.4],
  [/[ळऱ]/u, 'mr', 0.2],
  [/[ơư]/iu, 'vi', 0.08],
  [/[őű]/iu, 'hu', 0.08],
  [/[ß]/u, 'de', 0.08],
  [/[ñ¿¡]/iu, 'es', 0.08],
  [/[ãõ]/iu, 'pt', 0.08],
  [/[ľĺŕôä]/iu, 'sk', 0.04],
  [/[ěřů]/iu, 'cs', 0.08],
  [/[æ]/iu, 'da', 0.02],
];

const lists: Readonly<Record<string, string>> = {
  id: 'yang dan tidak untuk dengan selamat ini itu adalah saya anda',
  sw: 'habari kwa ya wa na ni karibu asante sana leo watu',
  eo: 'kaj estas la ĉu mi vi ne saluton bonan',
  la: 'et est non ad sunt cum quod qui ave salve',
  cy: 'mae yn y yr i bore da chi ydy wedi ar croeso diolch rydw eisiau mynd yfory heddiw fy ei gan gyda ond hefyd',
  af: 'die het is nie en ek jy van baie goeie',
  mk: 'ова овој оваа овие сум сме во од што ќе колку ја им еден една нема беше денес убаво со',
  // Distinguishes Norwegian from Danish.
  nb: 'hei nå etter meg deg seg hva hvem uke gjør mye opp ut noe noen nei mellom av ble mot fram gjennom kveld rolig jenta gutten bra her',
  da: 'hej nu efter mig dig sig hvad hvem uge gør meget op ud noget nogen nej mellem af blev mod frem gennem aften roligt pigen drengen godt her',
};

/** Macedonian and Bulgarian append the article to the word, Serbian has none. */
const article = /^\p{L}{3,}(?:от|то)$/u;
/** Words that nearly every Serbian sentence contains. */
const serbian = new Set(
  'је у су сам смо се да као али ово овај са који која када колико ли'.split(' '),
);
const serbianDoubt = 0.3;

/** Languages that the detector knows too: word scores are added to its own. */
const known = new Set(['nb', 'da', 'af']);

const words: readonly (readonly [base: string, list: ReadonlySet<string>])[] = Object.entries(
  lists,
).map(([base, list]) => [base, new Set(list.split(' '))]);

/** Adds scores of letters and words to the detector's scores (0..1, by base language). */
export function scoreByWords(script: string, scores: Map<string, number>): void {
  const tokens = (script.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase());
  const total = Math.max(1, tokens.length);
  for (const [base, list] of words) {
    const found = tokens.filter((word) => list.has(word)).length;
    const articles = base === 'mk' ? tokens.filter((word) => article.test(word)).length : 0;
    const fraction = (found + articles) / total;
    const before = scores.get(base) ?? 0;
    if (base === 'af') {
      scores.set(base, Math.min(0.95, before * 0.2 + fraction * 2.2));
    } else if (known.has(base)) {
      scores.set(base, Math.min(1, before + fraction * 0.5));
    } else {
      scores.set(base, Math.max(before, Math.min(0.95, fraction * (base === 'mk' ? 3 : 2.2))));
    }
  }
  if (!tokens.some((word) => serbian.has(word))) {
    scores.set('sr', (scores.get('sr') ?? 0) - serbianDoubt);
  }
  for (const [pattern, base, weight] of letters) {
    if (pattern.test(script)) {
      scores.set(base, (scores.get(base) ?? 0) + weight);
    }
  }
}
