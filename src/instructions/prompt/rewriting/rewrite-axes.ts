import { grammar } from '../tokens/grammar.ts';
import { isNegation, isOf, mergeTokens, type Token, valueOf } from '../tokens/token.ts';

/** Concepts for more and less of a property; null where one of them has no concept. */
const axes: Readonly<Record<string, readonly [more: string | null, less: string | null]>> = {
  brightness: ['g:brighter', 'g:darker'],
  contrast: ['g:more_contrast', 'g:less_contrast'],
  saturation: ['g:more_saturated', 'g:less_saturated'],
  warmth: ['g:warmer', 'g:cooler'],
  sharpness: ['sharpen', null],
  noise: ['grain', 'denoise'],
  blur: [null, 'sharpen'],
};

/** Reads a property with its direction in any order: “more contrast”, “Helligkeit etwas verringern”. */
export function rewriteAxes(given: readonly Token[]): Token[] {
  const tokens = joinAxis(nameSaturation(given));
  const named = tokens.filter((token) => isOf(token, 'axis'));
  // “Hat voll das Rauschen” complains.
  const isNoise = named.some((token) => valueOf(token, 'axis') === 'noise');
  const ways = tokens.filter(
    (token) =>
      isOf(token, 'more', 'less', 'remove', 'bigger', 'raise', 'down') ||
      // “Fix the noise”
      (isNoise && isOf(token, 'fix')) ||
      isSofter(token, named),
  );
  const way = ways[0];
  const strong = tokens.find((token) => valueOf(token, 'amount') === '1');
  // “Add a touch of warmth”
  const isAdded = tokens.some((token) => isOf(token, 'add') || valueOf(token, 'amount') === '0.35');
  const more: Token = { text: '', concepts: ['more'], kind: 'known', at: [] };
  const by = way ?? (isNoise && !isAdded ? undefined : strong) ?? (isAdded ? more : undefined);
  if (named.length === 0 || by === undefined || ways.length > 1 || tokens.some(isNegation)) {
    return [...tokens];
  }
  const isLess = isOf(by, 'less', 'remove', 'smooth', 'down', 'fix');
  let isFirst = true;
  const out = tokens.flatMap((token): Token[] => {
    if (token === by) {
      return [];
    }
    const axis = valueOf(token, 'axis');
    const concept = axis === null ? null : (axes[axis]?.[isLess ? 1 : 0] ?? null);
    if (concept === null) {
      return [token];
    }
    const merged = isFirst ? mergeTokens(concept, by, token) : { ...token, concepts: [concept] };
    isFirst = false;
    return [merged];
  });
  return isFirst ? [...tokens] : out;
}

/** Replaces a property by the adjective that applies to it: “colour temperature cooler”. */
function joinAxis(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isOf(token, 'axis'));
  const axis = tokens[at];
  const ends = axes[(axis === undefined ? null : valueOf(axis, 'axis')) ?? ''];
  const tone = tokens.find(
    ({ concepts: [concept = ''] }) => concept.startsWith('g:') && ends?.includes(concept) === true,
  );
  return axis === undefined || tone === undefined
    ? tokens
    : tokens
        .map((token) => (token === tone ? mergeTokens(tone.concepts[0] ?? '', axis, tone) : token))
        .filter((token) => token !== axis);
}

/** Reads “turn the colours down a little” as less saturation. */
function nameSaturation(tokens: readonly Token[]): readonly Token[] {
  const isAbout = tokens.every((token) =>
    isOf(
      token,
      'colourword',
      'more',
      'less',
      'amount',
      'picture',
      'down',
      'raise',
      // “Boost the colours of my dress”
      'clothes',
      'background',
    ),
  );
  return isAbout && tokens.some((token) => isOf(token, 'more', 'less', 'down', 'raise'))
    ? tokens.map((token) =>
        isOf(token, 'colourword') && grammar.colourNouns.test(token.text)
          ? { ...token, concepts: ['axis:saturation'] }
          : token,
      )
    : tokens;
}

/** Returns whether a token asks for less: “softer contrast”. */
function isSofter(token: Token, named: readonly Token[]): boolean {
  return isOf(token, 'smooth') && named.some((axis) => valueOf(axis, 'axis') === 'contrast');
}
