import { isOfferedLive, isReimagineStep, type WishStep } from '../../live-step.ts';
import { isOfferedInVideo, type StepArea, stepRegions } from '../../step.ts';
import { isWritable, MAX_CAPTION_CHARS } from '../../caption-text.ts';
import { readColourWord } from '../../colours.ts';
import type { InstructionText } from '../../language-words.ts';
import { addChoice } from '../../person-choice.ts';
import { changesImage, type ReadState, type ReadWish } from '../reading/read-state.ts';
import {
  colourStudio,
  brightenOnce,
  confineStyles,
  dropUnused,
  flipOnce,
  staysAnyway,
  leaveOutColourless,
  leaveOutSmallGroup,
  type Planned,
  refuseBlur,
  turnSun,
} from './planned.ts';
import type { PromptOptions, PromptPart } from '../prompt.ts';
import { reasons, regionNames } from '../../rules/reasons.ts';
import type { InstructionRule, WishValues } from '../../rule.ts';
import { modelWishes } from './model-wishes.ts';
import { confine, leaveOutKept, type Lists } from './leave-out-kept.ts';
import { isOf, kindOf, textOf, type Token } from '../tokens/token.ts';

/** The wishes of a prompt, taken together. */
export interface Settled {
  readonly steps: readonly WishStep[];
  readonly understood: readonly PromptPart[];
  readonly notOffered: readonly PromptPart[];
  /** Prompt parts of the wishes that are refused. */
  readonly refused: ReadonlyMap<ReadWish, PromptPart>;
  readonly explained: readonly Token[];
}

/** Turns the wishes of a prompt into steps, taking them together. */
export function settleWishes(
  state: ReadState,
  options: PromptOptions,
  avoided: readonly string[],
): Settled {
  const notOffered: PromptPart[] = [];
  const refused = new Map<ReadWish, PromptPart>();
  const understood: PromptPart[] = [];
  const explained: Token[] = [];
  let planned: Planned[] = [];
  const denied: { readonly id: string; readonly steps: readonly WishStep[] }[] = [];
  const refuse = (wish: ReadWish, says: InstructionText): void => {
    const part = toPart(wish, { name: wish.rule.id, says });
    notOffered.push(part);
    refused.set(wish, part);
    explained.push(...wish.used);
  };
  const refuseKept = (tokens: readonly Token[], says: InstructionText): void => {
    notOffered.push({ words: textOf(tokens), wish: 'keep', says, steps: [] });
    explained.push(...tokens);
  };
  for (const wish of state.wishes) {
    const { rule } = wish;
    if (staysAnyway(wish, state.wishes)) {
      understood.push(toPart(wish, { name: 'keep', says: reasons.stays }));
      explained.push(...wish.used);
      continue;
    }
    if (isOfGroup(wish, state.wishes)) {
      explained.push(...wish.used);
      continue;
    }
    if (rule.make === null) {
      refuse(wish, options.isVideo === true ? addPictureHint(rule) : rule.says);
      continue;
    }
    if (wish.isNegated) {
      const steps = rule.make(toValues(wish, options));
      planned = withdraw(planned, rule, steps);
      denied.push({ id: rule.id, steps: rule.canConfine ? [] : steps });
      understood.push(toPart(wish, { name: `not_${rule.id}`, says: negate(rule.says) }));
      explained.push(...wish.used);
      continue;
    }
    const values = toValues(wish, options);
    const steps = confine(rule.make(values), wish);
    const reason = findRefusal({ wish, steps, values }, planned, options);
    if (reason !== null) {
      refuse(wish, reason);
    } else if (
      steps.length > 0 &&
      denied.some((one) => one.id !== rule.id && isAlike(one.steps, steps))
    ) {
      // “Don’t smooth the skin, only remove the pimple”, which would smooth it.
      refuse(wish, reasons.kept);
    } else if (steps.length > 0) {
      planned = addPlan(planned, { wish, steps, hasAmount: values.amount !== null }, refuse);
    }
  }
  planned = leaveOutColourless(brightenOnce(confineStyles(flipOnce(planned))), state.kept, refuse);
  planned = leaveOutAvoided(planned, avoided, refuse);
  const isLive = options.isLive === true;
  const lists = { refuse, refuseKept, understood, explained, isLive };
  planned = turnSun(keepCollageAlone(leaveOutKept(planned, state, lists), refuse));
  planned = leaveOutSmallGroup(planned, options.pictures ?? 1, refuse);
  planned = shapeTurned(spareColoured(planned, refuse));
  planned = isLive ? leaveOutParts(planned, refuse) : planned;
  listDone(planned, lists);
  const steps = planned.flatMap((plan) => plan.steps);
  return {
    steps,
    ...refuseOfStyle(leaveAsked(understood, planned), notOffered, steps),
    refused,
    explained,
  };
}

/** Lists what is done, with the words that its steps use. */
function listDone(planned: readonly Planned[], { understood, explained }: Lists): void {
  for (const { wish, steps } of planned) {
    const used = dropUnused(wish.used, steps);
    understood.push({
      words: textOf(used),
      wish: wish.rule.id,
      says: describe(wish, steps),
      steps,
    });
    explained.push(...used);
  }
}

/** Refuses denials of what belongs to a style that is done: “anime without huge eyes”. */
function refuseOfStyle(
  understood: readonly PromptPart[],
  notOffered: readonly PromptPart[],
  steps: readonly WishStep[],
): Pick<Settled, 'understood' | 'notOffered'> {
  const denials = understood.filter(({ wish }) => steps.some((step) => belongsTo(wish, step)));
  return {
    understood: understood.filter((part) => !denials.includes(part)),
    notOffered: [...notOffered, ...denials.map((part) => ({ ...part, says: reasons.ofStyle }))],
  };
}

/** Returns whether what is denied belongs to the style of a step. */
function belongsTo(denied: string, step: WishStep): boolean {
  return step.kind === 'style' && step.style === 'anime' && denied === 'not_bigger_eyes';
}

/** Returns what a wish does, with the part that it is confined to or the people that it chooses. */
function describe({ rule, where }: ReadWish, steps: readonly WishStep[]): InstructionText {
  const choice = steps.flatMap((step) =>
    'who' in step && step.who !== undefined ? [step.who] : [],
  );
  const [who] = choice;
  return who !== undefined
    ? addChoice(rule.says, who)
    : where === null
      ? rule.says
      : addRegion(rule.says, where);
}

/** Returns whether a wish only names whom a group is made of: “take the woman of picture 1 and put her beside him”. */
function isOfGroup({ rule, used }: ReadWish, wishes: readonly ReadWish[]): boolean {
  return (
    rule.id === 'add_picture' &&
    used.some((token) => isOf(token, 'person')) &&
    !used.some((token) => isOf(token, 'side', 'only', 'not')) &&
    wishes.some((wish) => wish.rule.topic === 'group' && changesImage(wish))
  );
}

/** Leaves out denials of what is asked for after all: “we were never in one picture, make a group of us”. */
function leaveAsked(
  understood: readonly PromptPart[],
  planned: readonly Planned[],
): readonly PromptPart[] {
  const asked = new Set(planned.map(({ wish }) => `not_${wish.rule.id}`));
  return understood.filter(({ wish }) => !asked.has(wish));
}

/** Adds a wish to the others. Of two that exclude each other the later one counts, and neither of two pieces of clothing. */
function addPlan(
  planned: readonly Planned[],
  { wish, steps, hasAmount }: Pick<Planned, 'wish' | 'steps'> & { readonly hasAmount: boolean },
  refuse: Lists['refuse'],
): Planned[] {
  const key = toKey(wish, steps);
  const before = planned.find((other) => other.key === key);
  const others = planned.filter((other) => other !== before);
  if (before === undefined) {
    return [...others, { wish, steps, key }];
  }
  const studio = colourStudio(before, { wish, steps });
  if (studio !== null) {
    return [...others, studio];
  }
  const isCut =
    isCutOut(before) &&
    !isCutOut({ steps }) &&
    !steps.some(({ kind }) => kind === 'background_blur');
  if (isCut || isAlike(before.steps, steps) || isMended(before.wish, wish)) {
    const both = { ...wish, used: [...before.wish.used, ...wish.used] };
    return [...others, { wish: both, steps: isCut || hasAmount ? steps : before.steps, key }];
  }
  if (isOtherGarment(before.wish, wish)) {
    refuse(before.wish, reasons.garments);
    refuse(wish, reasons.garments);
    return others;
  }
  refuse(before.wish, reasons.later);
  return [...others, { wish, steps, key }];
}

/** Takes back a denied effect: of “vivid colours, but no black and white” the first is done. */
function withdraw(
  planned: readonly Planned[],
  { id }: InstructionRule,
  denied: readonly WishStep[],
): Planned[] {
  return planned.filter(({ wish, steps }) => wish.rule.id !== id && !isAlike(steps, denied));
}

/** Adds, for a wish about a video, that a model of the user could do it in images. */
function addPictureHint({ id, says }: InstructionRule): InstructionText {
  return Object.hasOwn(modelWishes, id)
    ? {
        en: `${says.en} A diffusion model of yours can do it in pictures, not in videos.`,
        de: `${says.de} Ein Diffusionsmodell von dir kann das in Bildern, nicht in Videos.`,
        es: `${says.es} Un modelo de difusión tuyo puede hacerlo en imágenes, no en vídeos.`,
      }
    : says;
}

/** Creates the prompt part of a wish without steps. */
function toPart(
  { used }: ReadWish,
  { name, says }: { readonly name: string; readonly says: InstructionText },
): PromptPart {
  return { words: textOf(used), wish: name, says, steps: [] };
}

/** Excludes the coloured part from a monochrome grade: “black and white with red lips”. */
function spareColoured(planned: readonly Planned[], refuse: Lists['refuse']): Planned[] {
  const isGrey = ({ wish, steps }: Planned): boolean =>
    wish.where === null &&
    steps.some((step) => step.kind === 'grade' && GREYS.includes(step.grade));
  const isDrawn = planned.some(
    ({ wish, steps }) =>
      wish.where === null && steps.some((step) => step.kind === 'style' && step.style === 'pencil'),
  );
  // “As a pencil drawing, only the eyes in colour”
  const isSpared = ({ wish }: Planned): boolean =>
    isDrawn && wish.rule.topic === 'colours' && wish.where?.isInverted === true;
  const isColoured = (plan: Planned): boolean =>
    plan.steps.some(({ kind }) => kind === 'part_colour') || isSpared(plan);
  const coloured = planned.filter(isColoured);
  if (coloured.length === 0 || (!isDrawn && !planned.some(isGrey))) {
    return [...planned];
  }
  const parts = coloured.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'part_colour' ? [step.part] : [])),
  );
  const region = stepRegions.find((known) => known === parts[0]);
  if (isDrawn || region === undefined || parts.length > 1) {
    // A step can exclude only one part; the colours of several, and those under pencil lines, would not be visible.
    coloured.forEach(({ wish }) => refuse(wish, isDrawn ? reasons.drawn : reasons.later));
    return planned.filter((plan) => !isColoured(plan));
  }
  return planned.map((plan) => {
    const wish = { ...plan.wish, where: { region, isInverted: true } };
    return isGrey(plan) ? { ...plan, wish, steps: confine(plan.steps, wish) } : plan;
  });
}

const GREYS: readonly string[] = ['black_and_white', 'noir', 'sepia'];

/** Refuses wishes about one part of the frame, which live swaps do not do. */
function leaveOutParts(planned: readonly Planned[], refuse: Lists['refuse']): Planned[] {
  return planned.filter(({ wish, steps }) => {
    const isDone = steps.every(isOfferedLive);
    if (!isDone) {
      refuse(wish, reasons.notLive);
    }
    return isDone;
  });
}

/**
 * Adapts the crop to a later rotation: images are cropped before they are turned, and the named shape is that of the
 * result.
 */
function shapeTurned(planned: readonly Planned[]): Planned[] {
  const isTurned = planned.some(({ steps }) =>
    steps.some((step) => step.kind === 'turn' && (step.turn === 'left' || step.turn === 'right')),
  );
  return planned.map((plan) => ({
    ...plan,
    steps: plan.steps.map((step) =>
      isTurned && (step.kind === 'crop' || step.kind === 'extend')
        ? { ...step, aspect: 1 / step.aspect }
        : step,
    ),
  }));
}

function leaveOutAvoided(
  planned: readonly Planned[],
  avoided: readonly string[],
  refuse: Lists['refuse'],
): Planned[] {
  return planned.filter(({ wish }) => {
    const isAvoided = wish.rule.needs.some(
      (need) =>
        need
          .split('|')
          .some((kind) =>
            avoided.some((concept) => concept === kind || kindOf(concept) === kind),
          ) &&
        need !== 'colour' &&
        !['background', 'face', 'person', 'hair', 'side', 'numbered', 'picture'].includes(need),
    );
    if (isAvoided) {
      refuse(wish, reasons.avoided);
    }
    return !isAvoided;
  });
}

function toValues(wish: ReadWish, { isLive = false }: PromptOptions): WishValues {
  const concepts = wish.used.flatMap((token) => token.concepts);
  const valuesOf = (kind: string): string[] =>
    concepts
      .filter((concept) => concept.startsWith(`${kind}:`))
      .map((concept) => concept.slice(kind.length + 1));
  const colour = wish.colour?.slice('colour:'.length) ?? valuesOf('colour')[0];
  const amount = valuesOf('amount')[0];
  const [width, height] = (valuesOf('aspect')[0] ?? valuesOf('site')[0] ?? '')
    .split('/')
    .map(Number);
  return {
    amount: amount === undefined ? null : Number(amount),
    colour: colour === undefined ? null : readColourWord(colour),
    side: valuesOf('side')[0] ?? null,
    pictures: valuesOf('numbered').map(Number),
    aspect: width === undefined || height === undefined ? null : width / height,
    quote: valuesOf('quote')[0] ?? null,
    isLive,
    concepts,
  };
}

/** Returns why a wish is not done; null where it is, or where it has no steps. */
function findRefusal(
  { wish, steps, values }: Pick<Planned, 'wish' | 'steps'> & { readonly values: WishValues },
  planned: readonly Planned[],
  options: PromptOptions,
): InstructionText | null {
  return steps.length === 0
    ? null
    : (findReason(steps, values, options) ?? refuseBlur(planned, wish));
}

/** Returns why steps cannot be done with the images sent; null where they can. */
function findReason(
  steps: readonly WishStep[],
  { pictures, amount, concepts }: WishValues,
  options: PromptOptions,
): InstructionText | null {
  const { pictures: count = 1, isVideo = false, isLive = false } = options;
  if (isLive) {
    return findLiveReason(steps, amount);
  }
  const captions = steps.flatMap((step) => (step.kind === 'words' ? [step.text] : []));
  if (!captions.every(isWritable)) {
    return reasons.letters;
  }
  if (captions.some(({ length }) => length > MAX_CAPTION_CHARS)) {
    return reasons.longWords;
  }
  if (isVideo && steps.some((step) => isReimagineStep(step) && !isOfferedInVideo(step))) {
    return reasons.stillsOnly;
  }
  if (pictures.some((number) => number > count)) {
    return reasons.noPicture;
  }
  if (concepts.includes('listed') && new Set(pictures).size < count) {
    return reasons.allPictures;
  }
  return steps.some(({ kind }) => kind === 'collage') && count < 2 ? reasons.onePicture : null;
}

/** Returns why a live swap does not do steps; null where it does. */
function findLiveReason(steps: readonly WishStep[], amount: number | null): InstructionText | null {
  const isWeak = amount !== null && amount < 1;
  if (isWeak && steps.some(({ kind }) => kind === 'full_strength')) {
    return reasons.fullStrength;
  }
  return steps.every(isOfferedLive) ? null : reasons.notLive;
}

/** Returns a key of a wish; wishes with the same key exclude each other. */
function toKey({ rule, where }: ReadWish, steps: readonly WishStep[]): string {
  const [step] = steps;
  const own =
    step?.kind === 'relight'
      ? step.side
      : step?.kind === 'words'
        ? `${step.place.down} ${step.place.across}`
        : steps.map((one) => (one.kind === 'trait' ? one.trait : '')).join(' ');
  return `${rule.topic} ${own} ${where === null ? '' : `${where.region} ${where.isInverted}`}`;
}

/** Returns whether people are cut out; “and set me on a pink background” goes on from there. */
function isCutOut({ steps }: Pick<Planned, 'steps'>): boolean {
  return steps.some(({ kind }) => kind === 'background_transparent');
}

/** Returns whether two wishes name different clothes: “her dress red and his shirt blue”. */
function isOtherGarment(first: ReadWish, second: ReadWish): boolean {
  const nameOf = ({ used }: ReadWish): string =>
    textOf(used.filter((token) => isOf(token, 'clothes'))).toLowerCase();
  return nameOf(first) !== nameOf(second) && nameOf(first) !== '' && nameOf(second) !== '';
}

/** Returns whether a complaint and the wish after it are one wish: “too dark, brighter please”. */
function isMended(before: ReadWish, after: ReadWish): boolean {
  return (
    before.rule.id === 'low_light' &&
    after.rule.id === 'brighter' &&
    after.sentence - before.sentence <= 1 &&
    after.where === null
  );
}

/** Returns whether two wishes ask for the same steps: “bokeh, blurred background”. */
function isAlike(first: readonly WishStep[], second: readonly WishStep[]): boolean {
  const bare = (steps: readonly WishStep[]): string =>
    JSON.stringify(steps.map((step) => ({ ...step, amount: 0 })));
  return bare(first) === bare(second);
}

function keepCollageAlone(planned: readonly Planned[], refuse: Lists['refuse']): Planned[] {
  if (!planned.some(({ steps }) => steps.some(({ kind }) => kind === 'collage'))) {
    return [...planned];
  }
  return planned.filter(({ wish, steps }) => {
    const stays = steps.every(({ kind }) => kind === 'collage' || kind === 'words');
    if (!stays) {
      refuse(wish, reasons.collage);
    }
    return stays;
  });
}

function negate(says: InstructionText): InstructionText {
  return { en: `Not: ${says.en}`, de: `Nicht: ${says.de}`, es: `No: ${says.es}` };
}

function addRegion(says: InstructionText, { region, isInverted }: StepArea): InstructionText {
  const names = regionNames[region];
  return {
    en: `${says.en} ${isInverted ? 'Everywhere but' : 'Only'}: ${names.en}.`,
    de: `${says.de} ${isInverted ? 'Überall außer' : 'Nur'}: ${names.de}.`,
    es: `${says.es} ${isInverted ? 'En todo menos' : 'Solo'}: ${names.es}.`,
  };
}
