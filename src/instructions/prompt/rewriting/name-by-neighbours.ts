/** Resolves words whose meaning depends on their neighbours. */
import { grammar } from '../tokens/grammar.ts';
import { LOOKS } from '../tokens/concepts.ts';
import { tintColour } from '../tokens/lexicon.ts';
import { isOf, mergeTokens, type Token, valueOf } from '../tokens/token.ts';

/**
 * Replaces ambiguous concepts according to neighbouring words: “a light rain” contains no lamp, “pastel pink” is one
 * colour.
 */
export function nameByNeighbours(tokens: readonly Token[]): readonly Token[] {
  return joinColours(
    nameGround(
      nameThere(
        nameShade(
          nameTint(
            nameLamp(
              nameLight(
                nameMoreLight(
                  nameTones(
                    nameTop(
                      nameBalance(
                        nameCool(nameManner(nameNatural(nameSharp(nameFrame(joinBetter(tokens)))))),
                      ),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Reads “a thin white frame” as a border, not as the image. */
function nameFrame(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    return grammar.frames.test(token.text) &&
      before !== undefined &&
      // “A dark frame”; “a darker frame” may be one of a video.
      (isOf(before, 'colour', 'width', 'add') ||
        (isOf(before, 'g') &&
          !grammar.anyComparatives.test(before.text) &&
          isNextTo(before, token)))
      ? { ...token, concepts: ['border'] }
      : token;
  });
}

/** Tells “only me sharp”, which blurs the rest, from “sharpen only me”. */
function nameSharp(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'only'))
    ? tokens.map((token) =>
        token.concepts[0] === 'sharpen' && !grammar.changing.test(token.text)
          ? { ...token, concepts: ['sharpen:state'] }
          : token,
      )
    : tokens;
}

/** Reads “a neutral background in grey” as a grey one: the colour says what is neutral. */
function nameGround(given: readonly Token[]): readonly Token[] {
  const ground = given.findIndex((token) => isOf(token, 'background'));
  const last = given.at(-1);
  if (
    ground >= 0 &&
    last?.concepts[0] === 'colour:white' &&
    last !== given[0] &&
    grammar.comparatives.test(last.text)
  ) {
    // “The background whiter”, not “a white background”
    return given.with(given.length - 1, { ...last, concepts: ['g:brighter'] });
  }
  const less = given.findIndex(
    (token, at) => isOf(token, 'less') && isOf(given[at + 1] ?? token, 'sharpen'),
  );
  const [down, sharp] = given.slice(less, less + 2);
  // “The background a little less sharp”
  const tokens =
    less >= 0 &&
    down !== undefined &&
    sharp !== undefined &&
    given.some((token) => isOf(token, 'background'))
      ? given.toSpliced(less, 2, mergeTokens('blur', down, sharp))
      : given;
  return tokens.some((token) =>
    isOf(token, 'colour', 'blur', 'bokeh', 'studio', 'place', 'numbered'),
  )
    ? joinPlace(
        tokens.map((token) =>
          isOf(token, 'background') && isOf(token, 'vague', 'neutral')
            ? { ...token, concepts: ['background'] }
            : token,
        ),
      )
    : tokens;
}

/** Reads the adjective of “a cosy studio” as a part of it. */
function joinPlace(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      token.concepts[0] === 'vague' && isOf(tokens[index + 1] ?? token, 'studio', 'place'),
  );
  const [adjective, place] = tokens.slice(Math.max(0, at), at + 2);
  return at < 0 || adjective === undefined || place === undefined
    ? tokens
    : tokens.toSpliced(at, 2, mergeTokens(place.concepts[0] ?? '', adjective, place));
}

/** Reads “would it look better in sepia” as a wish for sepia alone. */
function joinBetter(tokens: readonly Token[]): readonly Token[] {
  const better = tokens.find(
    (token) => isOf(token, 'enhance') && grammar.comparatives.test(token.text),
  );
  const look = tokens.find((token) => isOf(token, ...LOOKS));
  return better === undefined || look === undefined
    ? tokens
    : tokens.flatMap((token) =>
        token === better
          ? []
          : token === look
            ? [mergeTokens(look.concepts[0] ?? '', better, look)]
            : [token],
      );
}

/** Effects that an adjective before them describes. */
const DESCRIBED = ['smile', 'vignette', 'grain', 'rain', 'snow', 'fog', 'border', 'bars'];

/** Reads “a warm smile” and “a dark vignette” as these effects, not as a change of the colours. */
function nameManner(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => {
    const next = tokens[index + 1];
    return (
      next !== undefined &&
      ((isOf(token, 'g', 'smooth') &&
        // “A warmer smile”
        (!grammar.changing.test(token.text) ||
          // “Dunkler Rahmen”
          (isOf(next, 'smile', 'border', 'bars', 'vignette') && isNextTo(token, next))) &&
        isOf(next, ...DESCRIBED)) ||
        // “Abend-Make-up”, “sunset red lips”
        (isOf(token, 'golden', 'day', 'night') &&
          isOf(next, 'makeup', 'colour') &&
          isNextTo(token, next)))
    );
  });
  const [manner, smile] = tokens.slice(at, at + 2);
  const end = tokens.at(-1);
  const happy = tokens.find((token) => isOf(token, 'smile'));
  if (
    end !== undefined &&
    happy !== undefined &&
    valueOf(end, 'g') === 'warmer' &&
    tokens.every((token) => [end, happy].includes(token) || isOf(token, 'amount', 'person'))
  ) {
    // “Make my smile a bit warmer”
    return tokens
      .filter((token) => token !== end)
      .map((token) => (token === happy ? mergeTokens('smile', happy, end) : token));
  }
  return at < 0 || manner === undefined || smile === undefined
    ? tokens
    : tokens.toSpliced(at, 2, ...joinManner(manner, smile));
}

/** Joins an effect and its adjective; that of a border is a colour: “a dark frame”. */
function joinManner(manner: Token, effect: Token): readonly Token[] {
  const tone = isOf(effect, 'border') ? valueOf(manner, 'g') : null;
  const colour =
    tone === 'darker' ? 'colour:dark grey' : tone === 'brighter' ? 'colour:white' : null;
  return colour === null
    ? [mergeTokens(effect.concepts[0] ?? '', manner, effect)]
    : [{ ...manner, concepts: [colour] }, effect];
}

/** Reads “natural make-up” and “a natural smile” as a small amount of it. */
function nameNatural(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const next = tokens[at + 1];
    return ((isOf(token, 'identity') && grammar.realism.test(token.text)) ||
      // “A soft blush”
      token.concepts[0] === 'smooth:soft') &&
      next !== undefined &&
      isOf(next, 'makeup', 'blush', 'smile') &&
      isNextTo(token, next)
      ? { ...token, concepts: ['amount:0.35'] }
      : token;
  });
}

/** Returns whether nothing stands between two words. */
function isNextTo({ at }: Token, next: Token): boolean {
  return next.at[0] === (at.at(-1) ?? 0) + 1;
}

/** Reads “warm up the white balance” as warmer, not as an automatic balance. */
function nameBalance(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => /^g:(?:warm|cool)er$/.test(token.concepts[0] ?? ''))
    ? tokens.map((token) =>
        grammar.whiteBalance.test(token.text) ? { ...token, concepts: ['axis:warmth'] } : token,
      )
    : tokens;
}

/** Reads “monochrome blue” as a tint, and “a greenish shimmer” that is to go as a cast. */
function nameTint(tokens: readonly Token[]): readonly Token[] {
  const isLess = tokens.some((token) => isOf(token, 'remove', 'less', 'dislike'));
  return tokens.flatMap((token, at): Token[] => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (grammar.monochrome.test(token.text) && next !== undefined && isOf(next, 'colour')) {
      return [{ ...token, concepts: ['tint'] }];
    }
    if (
      isOf(token, 'cast') &&
      ['add', 'colour'].every((kind) => tokens.some((other) => isOf(other, kind)))
    ) {
      // “Add a green cast”
      return [{ ...token, concepts: token.concepts.map((one) => (one === 'cast' ? 'tint' : one)) }];
    }
    if (
      next !== undefined &&
      isOf(next, 'cast') &&
      /^g:(?:warm|cool)er$/.test(token.concepts[0] ?? '')
    ) {
      // “The warm cast”
      return [
        {
          ...token,
          concepts: [token.concepts[0] === 'g:warmer' ? 'colour:orange' : 'colour:blue'],
        },
      ];
    }
    if (isOf(token, 'tint') && tokens.some((other) => isOf(other, 'is'))) {
      // “Everything is tinted red” complains.
      return [{ ...token, concepts: ['cast'] }];
    }
    if (grammar.shimmer.test(token.text) && before !== undefined && isOf(before, 'colour')) {
      return [{ ...token, concepts: ['cast'] }];
    }
    const isTinge = isLess && isOf(token, 'colour') && grammar.tingeEndings.test(token.text);
    const isAlone =
      isTinge &&
      !tokens.some((other) =>
        isOf(other, 'cast', 'tint', 'colourword', 'picture', 'finish', ...COLOURED),
      );
    return isAlone ? [token, { text: '', concepts: ['cast'], kind: 'known', at: [] }] : [token];
  });
}

/** Reads “cool” as a temperature only beside colours and light: “make it cool” may mean anything. */
function nameCool(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'colourword', 'light', 'axis', 'tint', 'golden', 'is'))
    ? tokens
    : tokens.map((token) =>
        grammar.coolness.test(token.text)
          ? { ...token, concepts: [], kind: 'unknown' as const }
          : token,
      );
}

/** Reads “on top” beside a caption as a position, not as a garment. */
function nameTop(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'quote'))
    ? tokens.map((token) =>
        grammar.topSide.test(token.text) ? { ...token, concepts: ['side:top'] } : token,
      )
    : tokens;
}

/** Reads “more light on the face” as a brighter face: a lamp would come from a side. */
function nameMoreLight(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'side', 'colour', 'golden', 'from'))
    ? tokens
    : tokens.map((token) =>
        ['g:brighter', 'light'].every((concept) => token.concepts.includes(concept))
          ? { ...token, concepts: ['g:brighter'] }
          : token,
      );
}

/** Reads “light drizzle” and “light make-up” as a small amount, not as a lamp. */
function nameLight(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const next = tokens[at + 1];
    const after = tokens[at + 2];
    const before = tokens[at - 1];
    if (
      grammar.lightly.test(token.text) &&
      before !== undefined &&
      isOf(before, 'too', 'zu') &&
      tokens.some((other) => isOf(other, 'brows', 'hair', 'skin', 'clothes', 'lips'))
    ) {
      // “My brows are too light”
      return { ...token, concepts: ['g:brighter'] };
    }
    return grammar.lightly.test(token.text) &&
      next !== undefined &&
      (isOf(next, ...LIGHTLY) ||
        // “Light skin retouch”
        (after !== undefined && isOf(next, 'skin') && isOf(after, 'smooth')))
      ? { ...token, concepts: ['amount:0.35'] }
      : token;
  });
}

const LIGHTLY = [
  'smooth',
  'rain',
  'snow',
  'fog',
  'blur',
  'grain',
  'makeup',
  'blush',
  'vignette',
  'smile',
];

/** Reads “turn the highlights down” and “Lichter abdunkeln” as a tonal range, not as lamps. */
function nameTones(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(
    (token) =>
      isOf(token, 'less', 'down') || /^(?:darker|warmer|cooler)$/.test(valueOf(token, 'g') ?? ''),
  )
    ? tokens.map((token) =>
        grammar.tonalLights.test(token.text) ? { ...token, concepts: ['tones'] } : token,
      )
    : tokens;
}

/** Reads “pastel pink”, “vivid blue” and “matte black” as shades of the colour, not as effects on the image. */
function nameShade(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => {
    const next = tokens[index + 1];
    return (
      next !== undefined &&
      next.concepts.length === 1 &&
      isOf(next, 'colour') &&
      token.concepts.length === 1 &&
      isOf(token, 'pastel', 'finish', 'neonlines', 'smooth') !== isOf(token, 'g') &&
      // “Neon outlines with a black background” has a style and a colour.
      (!isOf(token, 'neonlines') || (token.at.length === 1 && isNextTo(token, next))) &&
      !valueOf(token, 'g')?.endsWith('contrast') &&
      !grammar.anyComparatives.test(token.text)
    );
  });
  const [shade, colour] = tokens.slice(at, at + 2);
  if (at < 0 || shade === undefined || colour === undefined) {
    return tokens;
  }
  const [concept = ''] = colour.concepts;
  const isPale = isOf(shade, 'pastel') || shade.concepts.includes('smooth:soft');
  return tokens.toSpliced(
    at,
    2,
    mergeTokens(isPale ? tintColour(concept, 'light') : concept, shade, colour),
  );
}

/** Reads the lamp in “light from the left with a warm lamp” as the light source, not as an object in the image. */
function nameLamp(tokens: readonly Token[]): readonly Token[] {
  const isLit =
    tokens.some((token) => isOf(token, 'light')) ||
    // “A warm lamp from the right”
    (tokens.some((token) => isOf(token, 'side') && !isOf(token, 'edges')) &&
      tokens.some((token) => isOf(token, 'g', 'colour')) &&
      tokens.every(
        (token) =>
          grammar.lamps.test(token.text) || isOf(token, 'side', 'g', 'colour', 'add', 'amount'),
      ) &&
      tokens.some((token) => /^g:(?:warm|cool)er$|^colour/.test(token.concepts[0] ?? '')));
  return !isLit
    ? tokens
    : tokens.map((token) =>
        grammar.lamps.test(token.text) ? { ...token, concepts: ['light'] } : token,
      );
}

/** Reads “the guy behind me” as one of those people, not as the whole background. */
function nameThere(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    const isSomebody = before !== undefined && isOf(before, 'person') && !isOf(before, 'pronoun');
    return isSomebody &&
      grammar.behind.test(token.text) &&
      !grammar.behindBackground.test(token.text)
      ? { ...token, concepts: ['background', 'there'] }
      : token;
  });
}

/** Concepts beside which a colour need not belong to a light. */
const COLOURED = [
  'background',
  'clothes',
  'hair',
  'eyes',
  'lips',
  'brows',
  'skin',
  'teeth',
  'cheeks',
  'object',
  'wall',
];

/** Joins colours: “light grey #d0d0d0” is one exact colour, “pink and blue light” names two colours of a light. */
function joinColours(tokens: readonly Token[]): readonly Token[] {
  const exact = tokens.findIndex((token) => valueOf(token, 'colour')?.startsWith('#') === true);
  const named = tokens[exact - 1];
  const value = tokens[exact];
  if (named !== undefined && value !== undefined && isOf(named, 'colour')) {
    const joined = mergeTokens(value.concepts[0] ?? '', named, value);
    return tokens.toSpliced(exact - 1, 2, joined);
  }
  const chroma = tokens.find((token) => token.concepts.includes('colour:chroma'));
  const green = tokens.find((token) => token.concepts.includes('colour:green'));
  if (chroma !== undefined && green !== undefined) {
    // “Green like a green screen”
    return tokens.flatMap((token) =>
      token === green
        ? []
        : token === chroma
          ? [mergeTokens('colour:chroma', green, chroma)]
          : [token],
    );
  }
  const colours = tokens.filter((token) => isOf(token, 'colour'));
  const [first, second] = colours;
  const isTwice =
    first !== undefined &&
    second !== undefined &&
    colours.length === 2 &&
    first.concepts.join() === second.concepts.join() &&
    tokens.some((token) => isOf(token, 'keep'));
  if (isTwice) {
    // “keep the red scarf red”
    return tokens
      .filter((token) => token !== first)
      .with(tokens.indexOf(second) - 1, mergeTokens(second.concepts[0] ?? '', first, second));
  }
  const isLit =
    first !== undefined &&
    second !== undefined &&
    colours.length === 2 &&
    tokens.some((token) => isOf(token, 'light')) &&
    !tokens.some((token) => isOf(token, 'side', 'from', 'to', 'instead', ...COLOURED));
  if (!isLit) {
    return tokens;
  }
  const pair = `colourpair:${valueOf(first, 'colour') ?? ''},${valueOf(second, 'colour') ?? ''}`;
  return [
    ...tokens.filter((token) => token !== first && token !== second),
    mergeTokens(pair, first, second),
  ];
}
