/** Names what is said of a wish beside it: “plain background, preferably dark blue”, “green so that I can key it”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { NO_TOKEN, type Token, isOf, mergeTokens } from '../tokens/token.ts';

/** Returns the words of a prompt; colours, speeds and purposes that are said beside a wish belong to it. */
export function nameWished(tokens: readonly Token[]): readonly Token[] {
  const named = joinPreferred(keyGround(seeHands(tokens)));
  return named.some((token) => isOf(token, 'zoomin', 'aspect'))
    ? splitAfter(named, isDivider).flatMap((part) => nameCut(slowZoom(part)))
    : named;
}

/** Reads “…, but my hands should be visible” after what covers faces as hands that stay. */
function seeHands(tokens: readonly Token[]): readonly Token[] {
  const face = tokens.findIndex((token) => isOf(token, 'face'));
  const isCovered = face >= 0 && tokens.some((token) => isOf(token, 'hide', 'conceal', 'blur'));
  return isCovered
    ? splitAfter(tokens, isDivider).flatMap((part) => {
        const said = contentWords(part);
        const isSeen =
          part.some(({ text }) => grammar.seeing.test(text)) &&
          said.length > 0 &&
          said.every(({ concepts }) => concepts.length === 1 && concepts[0] === 'object:limb');
        return isSeen
          ? part.map((token) => (said.includes(token) ? { ...token, concepts: ['keep'] } : token))
          : part;
      })
    : tokens;
}

/** Joins the colour that a plain background is to have at best: “einfarbiger Hintergrund, am besten dunkelblau”. */
function joinPreferred(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'wall'))) {
    return tokens;
  }
  const parts = splitAfter(tokens, isDivider);
  return parts.flatMap((part, at) => {
    const said = contentWords(part);
    const isPlain =
      part.at(-1)?.text === ',' &&
      said.some((token) => isOf(token, 'wall')) &&
      said.some((token) => isOf(token, 'background')) &&
      said.every((token) => isOf(token, 'wall', 'background', 'add', 'to', 'replace')) &&
      !isOf(parts[at + 1]?.at(-1) ?? NO_TOKEN, 'and') &&
      isOneColour(parts[at + 1]) &&
      // “Blue, red or green” leaves the choice.
      !isOneColour(parts[at + 2]);
    return isPlain ? part.slice(0, -1) : part;
  });
}

/** Returns whether words name one colour, or one of several, and nothing else. */
function isOneColour(part: readonly Token[] = []): boolean {
  const said = contentWords(part);
  return (
    said.some((token) => isOf(token, 'colour')) &&
    said.every((token) => isOf(token, 'colour', 'amount') || grammar.alternatives.test(token.text))
  );
}

/** Reads a green background as that of a chroma key where it is to be keyed. */
function keyGround(tokens: readonly Token[]): readonly Token[] {
  const isGreen = tokens.some(({ concepts }) => concepts[0] === GREEN);
  if (!isGreen || !tokens.some((token) => isOf(token, 'background'))) {
    return tokens;
  }
  const isKeyed = tokens.some(
    ({ text }, at) =>
      grammar.keying.test(text) ||
      // “So I can key it later”
      (grammar.keyVerbs.test(text) && grammar.objectPronouns.test(tokens[at + 1]?.text ?? '')),
  );
  return isKeyed
    ? splitAfter(tokens, isDivider).flatMap((part) =>
        // “Green shirt, white background, so that I can key it”
        part.some((token) => isOf(token, 'background'))
          ? part.map((token) =>
              token.concepts.length === 1 && token.concepts[0] === GREEN
                ? { ...token, concepts: ['colour:chroma'] }
                : token,
            )
          : part,
      )
    : tokens;
}

const GREEN = 'colour:green';

/** Reads “zoom in on my face slowly” as a movement of the camera, which is no crop. */
function slowZoom(part: readonly Token[]): readonly Token[] {
  const zoom = part.find((token) => isOf(token, 'zoomin'));
  const slowly = part.find(({ text }) => grammar.slowly.test(text));
  return zoom === undefined || slowly === undefined
    ? part
    : part.flatMap((token) =>
        token === zoom ? [mergeTokens('pose', zoom, slowly)] : token === slowly ? [] : [token],
      );
}

/** Reads “cut it square” as a crop where nothing else is named that could be cut. */
function nameCut(part: readonly Token[]): readonly Token[] {
  const cut = part.find(({ text, kind }) => kind === 'unknown' && grammar.cutting.test(text));
  return cut !== undefined &&
    part.some((token) => isOf(token, 'aspect')) &&
    part.every(
      (token) =>
        token === cut ||
        !isContentWord(token) ||
        isOf(token, 'aspect', 'site', 'picture', 'to', 'because') ||
        token.concepts.includes('side:middle'),
    )
    ? part.map((token) =>
        token === cut ? { ...cut, kind: 'known' as const, concepts: ['crop'] } : token,
      )
    : part;
}
