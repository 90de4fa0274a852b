/** Replaces words that only describe the look beside them: “cooler, like in winter”, “cream coloured”, “turn the contrast up”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Reads “cooler, like in winter” as the tone alone, and a season without a tone as weather. */
export function nameSeason(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isOf(token, 'season'));
  const season = tokens[at];
  if (season === undefined) {
    return tokens;
  }
  const tone = tokens.find(({ concepts }) => /^g:(?:warm|cool)er$/.test(concepts[0] ?? ''));
  return tone === undefined
    ? tokens.with(at, { ...season, concepts: ['weather-not'] })
    : tokens
        .with(tokens.indexOf(tone), { ...tone, at: [...tone.at, ...season.at] })
        .toSpliced(at, 1);
}

/** Reads the place of “I’m too dark by the window” as a remark; elsewhere it names a thing. */
export function nameSetting(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isOf(token, 'setting'));
  const setting = tokens[at];
  if (setting === undefined) {
    return tokens;
  }
  const dark = tokens.find(
    (token) =>
      isOf(token, 'lowlight') || ['g:darker', 'g:less_saturated'].includes(token.concepts[0] ?? ''),
  );
  return dark === undefined || tokens.some((token) => isOf(token, 'remove', 'add', 'infront'))
    ? tokens.with(at, { ...setting, concepts: ['object'] })
    : tokens
        .with(tokens.indexOf(dark), { ...dark, at: [...dark.at, ...setting.at] })
        .toSpliced(at, 1);
}

/** Reads “the stains on the old photo of grandpa” as the photo: he is only what it shows. */
export function nameShown(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      isOf(token, 'restored') &&
      isOf(tokens[index + 1] ?? token, 'from') &&
      isOf(tokens[index + 2] ?? token, 'person'),
  );
  const parts = tokens.slice(at, at + 3);
  return at < 0 ? tokens : tokens.toSpliced(at, 3, mergeTokens('restored', ...parts));
}

/** Reads “the rest grey” as the rest in black and white. */
export function nameGreyRest(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) =>
    token.concepts[0] === 'colour:grey' &&
    tokens[at - 1]?.concepts.includes('identity:rest') === true
      ? { ...token, concepts: ['mono'] }
      : token,
  );
}

/** Reads “cream coloured” as a colour: what is of it is another thing, not all but one colour. */
export function nameColoured(tokens: readonly Token[]): readonly Token[] {
  const isSpared = tokens.some((token) => isOf(token, 'mono', 'only', 'keep', 'except'));
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    return !isSpared &&
      before !== undefined &&
      isOf(before, 'colour') &&
      grammar.coloured.test(token.text)
      ? { ...token, concepts: ['colourword'] }
      : token;
  });
}

/** Reads “dreh die Farben auf” and “dreh den Kontrast hoch” as more of it; images turn by a quarter or to a side. */
export function turnUp(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token) => isOf(token, 'rotate') && grammar.turnVerbs.test(token.text),
  );
  const [turn, last] = [tokens[at], tokens.at(-1)];
  const isUp = last !== undefined && grammar.turnParticles.test(last.text);
  const degree = tokens.find((token) => isOf(token, 'more', 'less') && !isOf(token, 'rotate'));
  const isOfTone =
    tokens.length > 1 &&
    tokens.every(
      (token) =>
        token === turn ||
        token === last ||
        isOf(token, 'axis', 'colourword', 'amount', 'more', 'less', 'g'),
    );
  if (turn === undefined || last === undefined || !isOfTone || (!isUp && degree === undefined)) {
    return tokens;
  }
  const way = isUp ? last : degree;
  const joined =
    way === undefined ? turn : mergeTokens(isUp ? 'more' : (way.concepts[0] ?? ''), turn, way);
  return tokens.flatMap((token) => (token === turn ? [] : token === way ? [joined] : [token]));
}
