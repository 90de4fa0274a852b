/** Something that is found by its words. */
export interface Searchable {
  readonly title: string;
  /** Other words that find it, such as its kind. */
  readonly more?: string | undefined;
  /** Bonus for entries that are wanted more often; the best match has some hundred points. */
  readonly bias?: number | undefined;
}

/** Entries with their words taken apart, so that each letter that is typed costs little. */
export type SearchIndex<Entry extends Searchable> = readonly {
  readonly entry: Entry;
  /** Words with a space before each, so that the begin of one is found by a single search. */
  readonly title: string;
  readonly more: string;
  readonly initials: string;
}[];

/** Points of each way that a typed word can be found in an entry. */
const points = { word: 100, start: 80, initials: 60, inside: 40, more: 30, insideMore: 10 };
/** Bonus when the whole input begins the title, or equals it. */
const wholePoints = { start: 150, equal: 300 };

/** Takes the words of entries apart. */
export function indexEntries<Entry extends Searchable>(
  entries: readonly Entry[],
): SearchIndex<Entry> {
  return entries.map((entry) => {
    const words = toWords(entry.title);
    return {
      entry,
      title: toLine(words),
      more: toLine(toWords(entry.more ?? '')),
      initials: words.map((word) => word.slice(0, 1)).join(''),
    };
  });
}

/**
 * Returns the entries that contain every typed word, best first, up to a limit; equally good ones keep their
 * order.
 */
export function searchEntries<Entry extends Searchable>(
  index: SearchIndex<Entry>,
  typed: string,
  max: number,
): readonly Entry[] {
  const words = toWords(typed);
  if (words.length === 0) {
    return [];
  }
  const line = toLine(words);
  const hits: { readonly entry: Entry; readonly score: number }[] = [];
  for (const row of index) {
    const score = scoreRow(row, words, line);
    if (score !== null) {
      hits.push({ entry: row.entry, score: score + (row.entry.bias ?? 0) });
    }
  }
  // The sort is stable: ties keep their original order.
  return hits
    .toSorted((one, other) => other.score - one.score)
    .slice(0, max)
    .map(({ entry }) => entry);
}

function scoreRow(
  row: SearchIndex<Searchable>[number],
  words: readonly string[],
  line: string,
): number | null {
  let sum = 0;
  for (const word of words) {
    const score = scoreWord(row, word);
    if (score === 0) {
      return null;
    }
    sum += score;
  }
  const whole = row.title.startsWith(line)
    ? row.title === line
      ? wholePoints.equal
      : wholePoints.start
    : 0;
  // Of two titles with the same words, the shorter one is preferred.
  return sum / words.length + whole - Math.min(row.title.length, 100) / 100;
}

function scoreWord(
  { title, more, initials }: SearchIndex<Searchable>[number],
  word: string,
): number {
  if (`${title} `.includes(` ${word} `)) {
    return points.word;
  }
  if (title.includes(` ${word}`)) {
    return points.start;
  }
  if (word.length > 1 && initials.startsWith(word)) {
    return points.initials;
  }
  if (title.includes(word)) {
    return points.inside;
  }
  if (more.includes(` ${word}`)) {
    return points.more;
  }
  return word.length > 2 && more.includes(word) ? points.insideMore : 0;
}

function toLine(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/** Words without case and accents: "Größe" is found by "grosse" as well. */
function toWords(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const plain = /^[ -~]*$/.test(lower)
    ? lower
    : lower
        .replaceAll('ß', 'ss')
        .normalize('NFD')
        .replaceAll(/\p{M}+/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
