import { grammar } from '../tokens/grammar.ts';
import { nameByNeighbours } from './name-by-neighbours.ts';
import { rewriteAxes } from './rewrite-axes.ts';
import { LOOKS, PARTS } from '../tokens/concepts.ts';
import {
  joinFrame,
  joinSource,
  joinTaking,
  nameGarment,
  nameRoom,
  nameRow,
  turnMood,
  turnSize,
} from './rewrite-joined.ts';
import {
  denyEffect,
  dropReplaced,
  exceptLast,
  hideFrom,
  joinEnough,
  leaveBars,
  limitAmount,
  limitGrade,
  limitTone,
  limitWeather,
  readStops,
} from './rewrite-limits.ts';
import {
  nameColoured,
  nameGreyRest,
  nameSeason,
  nameSetting,
  nameShown,
  turnUp,
} from './rewrite-looks.ts';
import { colourLips, joinQuantity, mendGrain, warmPale } from './rewrite-skin.ts';
import { NO_TOKEN, type Token, isOf, mergeTokens, valueOf } from '../tokens/token.ts';

const opposites: Readonly<Record<string, string>> = {
  brighter: 'darker',
  darker: 'brighter',
  warmer: 'cooler',
  cooler: 'warmer',
  more_contrast: 'less_contrast',
  less_contrast: 'more_contrast',
  more_saturated: 'less_saturated',
  less_saturated: 'more_saturated',
};

/** Replaces words whose meaning follows from several of them: “less dark”, “turn the contrast up”. */
export function rewrite(tokens: readonly Token[]): Token[] {
  return [...REWRITES.reduce((rewritten, step) => step(rewritten), tokens)];
}

/** Rewrites in their order: each receives the result of the one before it. */
const REWRITES: readonly ((tokens: readonly Token[]) => readonly Token[])[] = [
  nameSeason,
  nameSetting,
  nameShown,
  nameColoured,
  nameGreyRest,
  turnUp,
  nameByNeighbours,
  leaveDislike,
  hideFrom,
  leaveBars,
  joinVerb,
  joinTaking,
  joinSource,
  joinFrame,
  nameGarment,
  nameRoom,
  nameRow,
  turnSize,
  turnMood,
  joinEnough,
  dropReplaced,
  readStops,
  splitExcept,
  exceptLast,
  limitGrade,
  denyEffect,
  turnDay,
  nameDarkPart,
  limitAmount,
  limitWeather,
  joinQuantity,
  turnExcess,
  nameExcess,
  nameTooMuch,
  joinAdjectives,
  turnComplaints,
  mendGrain,
  mendNoise,
  limitTone,
  turnRound,
  warmPale,
  colourLips,
  readNumbers,
  rewriteAxes,
];

/** Parts that nobody wants to be without: “I don’t like the background” wants another one. */
const WHOLE_PARTS = [
  'background',
  'person',
  'face',
  'hair',
  'clothes',
  'skin',
  'eyes',
  'lips',
  'teeth',
  'nose',
  'light',
  'picture',
];

/** Reads dislike as a wish to be without something, unless it is of a part. */
function leaveDislike(tokens: readonly Token[]): readonly Token[] {
  const isOfPart =
    tokens.some((token) => isOf(token, ...WHOLE_PARTS)) &&
    !tokens.some((token) => isOf(token, 'cast', 'tint', 'blemish'));
  return tokens.map((token) =>
    isOf(token, 'dislike') ? { ...token, concepts: isOfPart ? ['dislike'] : ['remove'] } : token,
  );
}

/** Joins “bring the warmth down”. */
function joinDown(tokens: readonly Token[]): readonly Token[] {
  const bring = tokens.find(({ text }) => grammar.loweringVerbs.test(text));
  const down = tokens.findLast((token) => isOf(token, 'down'));
  return bring === undefined || down === undefined
    ? tokens
    : tokens.flatMap((token) =>
        token === bring ? [] : token === down ? [mergeTokens('down', bring, down)] : [token],
      );
}

/** Returns whether a particle ends a clause about what may be taken out: “that green tint out”, not “the colours come out”. */
function isLeftOver(tokens: readonly Token[], out: number): boolean {
  return (
    tokens[out]?.kind === 'unknown' &&
    out === tokens.length - 1 &&
    (tokens.slice(0, out).some((token) => isOf(token, 'tint', 'cast', 'noisy', 'grain', 'axis')) ||
      // “Edit my ex out”
      (out > 0 &&
        isOf(tokens[0] ?? NO_TOKEN, 'person', 'bystander') &&
        tokens
          .slice(0, out)
          .every((token) => isOf(token, 'person', 'bystander', 'background', 'side'))))
  );
}

/** Joins a verb with its particle after the object: “take the yellow out of the picture”. */
function joinVerb(given: readonly Token[]): readonly Token[] {
  const tokens = joinDown(given);
  const take = tokens.findIndex(({ text }) => grammar.removalVerbs.test(text));
  const out = tokens.findLastIndex(({ text }) => grammar.removalParticles.test(text));
  const [verb, rest] = [tokens[take], tokens[out]];
  if (take < 0 && rest !== undefined && isLeftOver(tokens, out)) {
    // “Get that green tint out”, whose verb alone says nothing.
    return tokens.with(out, { ...rest, concepts: ['remove'], kind: 'known' });
  }
  if (verb === undefined || rest === undefined || out <= take + 1) {
    return tokens;
  }
  return tokens
    .with(take, { ...verb, concepts: ['remove'], kind: 'known', at: [...verb.at, ...rest.at] })
    .toSpliced(out, 1);
}

/** Reads numbers as percentages: “brightness +20”, “increase the contrast by 10”. */
function readNumbers(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'axis')) || tokens.some((token) => isOf(token, 'to'))) {
    return tokens;
  }
  const hasWay = tokens.some((token) => isOf(token, 'more', 'less', 'down', 'raise', 'remove'));
  return tokens.flatMap((token): Token[] => {
    const signed = valueOf(token, 'signed');
    const number = signed ?? (hasWay && isOf(token, 'number') ? token.text : null);
    const value = Math.abs(Number(number));
    if (number === null || value < MIN_PERCENT || value > MAX_PERCENT) {
      return [token];
    }
    const amount = { ...token, concepts: [`amount:${value / 100}`] };
    const way = number.startsWith('-') ? 'less' : 'more';
    return signed === null ? [amount] : [amount, { ...token, text: '', concepts: [way], at: [] }];
  });
}

/** Smallest number that is read as a percentage; “exposure -1” counts stops. */
const MIN_PERCENT = 5;
const MAX_PERCENT = 100;

/** Reads “my hair is too dark” as a wish to lighten the part; in a whole image the shadows are lifted. */
function nameDarkPart(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, ...PARTS))
    ? tokens.map((token) =>
        isOf(token, 'lowlight') && grammar.excess.test(token.text)
          ? { ...token, concepts: ['g:brighter'] }
          : token,
      )
    : tokens;
}

/**
 * Reads “too much contrast” as a wish for less, “the contrast is too low” as a wish for more, and too strong colours as
 * too saturated.
 */
function turnExcess(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) => isOf(token, 'too', 'zu') && isDegree(tokens[index + 1]),
  );
  const [too, degree] = tokens.slice(at, at + 2);
  if (at < 0 || too === undefined || degree === undefined) {
    return tokens;
  }
  const isLittle = isOf(degree, 'less') || valueOf(degree, 'amount') === '0.35';
  const effect = tokens[at + 2];
  if (!isLittle && effect !== undefined && isOf(effect, 'denoise')) {
    // “Too much noise reduction” asks for none.
    return tokens.toSpliced(at, 3, mergeTokens('excess', too, degree, effect));
  }
  const rest = tokens.toSpliced(at, 2, mergeTokens(isLittle ? 'more' : 'less', too, degree));
  const colours = rest.findIndex((token) => isOf(token, 'colourword'));
  const isOfColours =
    colours >= 0 &&
    !rest.some((token) => isOf(token, 'axis', 'colour', 'g')) &&
    !grammar.quantities.test(degree.text);
  const named = rest[colours];
  return isOfColours && named !== undefined
    ? rest.with(colours, { ...named, concepts: ['axis:saturation'] })
    : rest;
}

/** Reads “zu” before an adjective as “too”; elsewhere it is “to”. */
function nameTooMuch(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const next = tokens[at + 1];
    return isOf(token, 'zu') &&
      next !== undefined &&
      isOf(next, 'smooth', 'sharpen', 'blur', 'smile')
      ? { ...token, concepts: ['too'] }
      : token;
  });
}

/** Reads “the room is too yellow” and “mein Hemd ist zu rot” as no wish for that colour. */
function nameExcess(tokens: readonly Token[]): readonly Token[] {
  const isSaid = tokens.some((token) => isOf(token, 'is', 'too'));
  const isOfPart = tokens.some((token) =>
    isOf(token, 'background', 'hair', 'clothes', 'lips', 'eyes', 'brows', 'person'),
  );
  const at = tokens.findIndex(
    (token, index) => isOf(token, 'too', 'zu') && isOf(tokens[index + 1] ?? token, 'colour'),
  );
  const [too, colour] = tokens.slice(at, at + 2);
  return at < 0 || too === undefined || colour === undefined || !isSaid || !isOfPart
    ? tokens
    : tokens.toSpliced(at, 2, mergeTokens('excess', too, colour));
}

function isDegree(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (isOf(token, 'more', 'less') || /^amount:(?:1|0\.35)$/.test(token.concepts[0] ?? ''))
  );
}

/** Returns whether words describe a defect of the image: “it's super dark”, “das Bild ist total verrauscht”. */
export function isComplaint(tokens: readonly Token[]): boolean {
  const is = tokens.findIndex((token) => isOf(token, 'is'));
  const after = tokens.slice(is + 1);
  const excess = after.some((token) => isOf(token, 'too', 'zu')) ? ['colour'] : [];
  return (
    is >= 0 &&
    tokens[is]?.concepts.length === 1 &&
    after.length > 0 &&
    tokens.slice(0, is).every((token) => isOf(token, 'picture', 'colourword')) &&
    after.every((token) =>
      isOf(
        token,
        'amount',
        'too',
        'zu',
        'lowlight',
        'grain',
        'denoise',
        'noisy',
        'blur',
        'g',
        ...excess,
      ),
    )
  );
}

const DULL = /^g:less_(?:contrast|saturated)$/;

/** Reads complaints as the opposite wish: very dark becomes lighter, grainy smooth, flat or pale stronger. */
function turnComplaints(tokens: readonly Token[]): readonly Token[] {
  if (!isComplaint(tokens)) {
    return tokens;
  }
  const strong = tokens.find((token) => valueOf(token, 'amount') === '1');
  const isTurned = tokens.some((token) => isOf(token, 'too', 'zu'));
  const isDull = !isTurned && tokens.some(({ concepts }) => DULL.test(concepts[0] ?? ''));
  const isNoise = tokens.some((token) => isOf(token, 'grain', 'noisy', 'denoise'));
  return tokens.flatMap((token): Token[] => {
    if (isOf(token, 'grain', 'noisy')) {
      return [{ ...token, concepts: ['denoise'] }];
    }
    if (isOf(token, 'blur')) {
      return [{ ...token, concepts: ['sharpen'] }];
    }
    if (isNoise && isOf(token, 'too', 'zu')) {
      return [{ ...token, concepts: ['denoise'] }];
    }
    if (token.concepts.includes('g:darker') && strong !== undefined) {
      return [{ ...token, concepts: ['lowlight'] }];
    }
    if (isDull && isOf(token, 'is')) {
      return [];
    }
    const [concept = ''] = token.concepts;
    return isDull && DULL.test(concept)
      ? [{ ...token, concepts: [concept.replace('less', 'more')] }]
      : [token];
  });
}

/**
 * Reads “brighter without it being noisy”, “fix the noisy video” and “es rauscht” as denoising, but not “make it
 * noisy”.
 */
function mendNoise(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      isOf(token, 'noisy') ||
      (isOf(token, 'grain') && isOf(tokens[index - 1] ?? token, 'except', 'too', 'zu')),
  );
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined) {
    return tokens;
  }
  if (before !== undefined && isOf(before, 'not', 'except') && hasGrain(tokens.slice(0, at))) {
    // “add grain but not noisy” limits the grain.
    return tokens.toSpliced(at - 1, 2, mergeTokens('amount:0.35', before, token));
  }
  if (before !== undefined && isOf(before, 'not', 'except', 'less', 'too', 'zu', 'remove')) {
    return tokens.toSpliced(at - 1, 2, mergeTokens('denoise', before, token));
  }
  const next = tokens[at + 1];
  const isSaid =
    grammar.noiseVerbs.test(token.text) ||
    (next !== undefined && isOf(next, 'picture')) ||
    tokens.some((other) => isOf(other, 'fix', 'remove'));
  return isSaid ? tokens.with(at, { ...token, concepts: ['denoise'] }) : tokens;
}

function hasGrain(tokens: readonly Token[]): boolean {
  return tokens.some((token) => isOf(token, 'grain'));
}

function isDivision(concept: string): boolean {
  return concept === 'except' || concept === 'only';
}

/** Splits “außer mir” and “only me”, one token for the exception and its person. */
function splitExcept(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) =>
    isOf(token, 'except', 'only') && token.concepts.length > 1 && !isOf(token, 'everybody')
      ? [
          { ...token, concepts: token.concepts.filter(isDivision) },
          {
            ...token,
            text: '',
            concepts: token.concepts.filter((one) => !isDivision(one)),
            at: [],
          },
        ]
      : [token],
  );
}

/** Keeps the later one of “night into day”. */
function turnDay(tokens: readonly Token[]): readonly Token[] {
  const times = tokens.filter((token) => isOf(token, 'night', 'day'));
  const [first, second] = times;
  const isTurned =
    first !== undefined &&
    second !== undefined &&
    isOf(first, 'night') &&
    isOf(second, 'day') &&
    !tokens.some((token) => isOf(token, 'instead'));
  return isTurned
    ? tokens.map((token) => (token === first ? { ...token, concepts: ['from'] } : token))
    : tokens;
}

/** Joins adjectives with their object: “dark spots” and “bright lamp” do not describe the wanted image. */
function joinAdjectives(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => {
    const next = tokens[index + 1];
    return (
      next !== undefined &&
      ((isOf(token, 'g') &&
        !grammar.comparatives.test(token.text) &&
        isOf(next, 'blemish', 'shadowy', 'object')) ||
        (isOf(token, ...LOOKS) && isOf(next, 'object', 'garment', 'material')))
    );
  });
  const [adjective, thing] = tokens.slice(at, at + 2);
  return at < 0 || adjective === undefined || thing === undefined
    ? tokens
    : tokens.toSpliced(at, 2, mergeTokens(thing.concepts[0] ?? '', adjective, thing));
}

/** Reads “less dark” and “too dark” as the opposite of “dark”. */
function turnRound(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) {
      break;
    }
    const next = tokens.findIndex((other, index) => index > at && !isOf(other, 'amount'));
    const turned = tokens[next];
    const grade = turned === undefined ? null : valueOf(turned, 'g');
    const opposite = grade === null ? undefined : opposites[grade];
    if (turned !== undefined && opposite !== undefined && isOf(token, 'less', 'too', 'zu')) {
      out.push(...tokens.slice(at + 1, next), mergeTokens(`g:${opposite}`, token, turned));
      at = next;
    } else {
      out.push(token);
    }
  }
  return out;
}
