const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion'];
const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/**
 * Writes digits as a cardinal number: `407` as "four hundred seven". Numbers of 18 or more digits are read digit by
 * digit.
 */
export function toCardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  if (plain.length > 3 * scales.length - 1) {
    return toDigits(plain);
  }
  const words: string[] = [];
  const groups = Math.ceil(plain.length / 3);
  for (let group = groups - 1; group >= 0; group -= 1) {
    const end = plain.length - 3 * group;
    const value = Number(plain.slice(Math.max(0, end - 3), end));
    if (value > 0 || groups === 1) {
      words.push(spellBelowThousand(value), scales[group] ?? '');
    }
  }
  return words.filter((word) => word !== '').join(' ');
}

/** Writes digits as an ordinal number: `21` as "twenty-first". */
export function toOrdinal(digits: string): string {
  return toCardinal(digits).replace(/[a-z]{1,20}$/, (last) => {
    const known = irregular[last];
    return known ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  });
}

/** Writes a year of 1100 to 2099: `1984` as "nineteen eighty-four". */
export function toYear(digits: string): string {
  const century = Number(digits.slice(0, 2));
  const rest = Number(digits.slice(2));
  if (century === 20 && rest < 10) {
    return rest === 0 ? 'two thousand' : `two thousand ${spellBelowThousand(rest)}`;
  }
  const head = spellBelowThousand(century);
  if (rest === 0) {
    return `${head} hundred`;
  }
  return rest < 10
    ? `${head} oh ${spellBelowThousand(rest)}`
    : `${head} ${spellBelowThousand(rest)}`;
}

/** Writes a decade: `1990` as "nineteen nineties", `90` as "nineties". */
export function toDecade(digits: string): string {
  const words =
    digits === '2000' ? 'two thousand' : digits.length === 4 ? toYear(digits) : toCardinal(digits);
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/** Writes digits one by one: `007` as "zero zero seven". */
export function toDigits(digits: string): string {
  return Array.from(digits, (digit) => small[Number(digit)] ?? '').join(' ');
}

/** Writes a number in words; commas separate thousands, a point precedes decimals. */
export function toNumberWords(written: string): string {
  const [whole = '0', decimals] = written.replaceAll(',', '').split('.');
  const isCode = whole.length > 1 && whole.startsWith('0') && decimals === undefined;
  const head = isCode ? toDigits(whole) : toCardinal(whole === '' ? '0' : whole);
  return decimals === undefined || decimals === '' ? head : `${head} point ${toDigits(decimals)}`;
}

/** Parses a Roman numeral in its canonical form; null for anything else. */
export function findRomanValue(letters: string): number | null {
  if (!/^X{0,3}(IX|IV|V?I{0,3})$/.test(letters) || letters === '') {
    return null;
  }
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
  const numbers = Array.from(letters, (letter) => values[letter] ?? 0);
  return numbers.reduce(
    (sum, value, index) => sum + (value < (numbers[index + 1] ?? 0) ? -value : value),
    0,
  );
}

function spellBelowThousand(value: number): string {
  if (value < 20) {
    return small[value] ?? '';
  }
  if (value < 100) {
    const rest = value % 10;
    const head = tens[Math.floor(value / 10)] ?? '';
    return rest === 0 ? head : `${head}-${small[rest] ?? ''}`;
  }
  const rest = value % 100;
  const head = `${small[Math.floor(value / 100)] ?? ''} hundred`;
  return rest === 0 ? head : `${head} ${spellBelowThousand(rest)}`;
}
