/**
 * Everything an instruction of a live swap may say, once: what is understood, what it does and how it is
 * explained. `docs/live-instructions.md` is made of it.
 */
import { neutralGrade, type ColourGradeSettings, type LiveSettings } from './live-settings.ts';
import { characterTraits } from '../built-in/built-in-characters.ts';
import { DEFAULT_AMOUNT } from '../../../instructions/rules/define.ts';

/** What instructions are about; of two about the same thing the later one counts. */
export type Topic =
  | 'character'
  | 'background'
  | 'mode'
  | 'brightness'
  | 'contrast'
  | 'warmth'
  | 'colours'
  | 'cover'
  | 'strength';

/** Values that a phrase held. */
export interface PhraseValues {
  /** 0..1; null when it was not said. */
  readonly amount: number | null;
  readonly colour: readonly [number, number, number];
}

/** One thing that can be asked for. */
export interface Instruction {
  readonly topic: Topic;
  /** What it does, as the list for people says it. */
  readonly effect: string;
  /** How it is asked for, for people; each of them works. */
  readonly examples: readonly string[];
  /**
   * Ways to say it, without the words that carry nothing: `|` divides words that mean the same, `?` ends what may be
   * left out, `{colour}` and `{amount}` stand for a value.
   */
  readonly phrases: readonly string[];
  /** What becomes of the settings; a text is why it is not done. */
  readonly apply: (settings: LiveSettings, values: PhraseValues) => LiveSettings | string;
}

const GROUND = 'background|backdrop|room|surroundings';
const BLUR = 'blur|blurred|blurry|blurring|defocus|defocused|bokeh';
const COLOURS = 'colours|colors|colour|color|tones|tone';

const gradeBy =
  (change: (amount: number) => Partial<ColourGradeSettings>) =>
  (settings: LiveSettings, { amount }: PhraseValues): LiveSettings => ({
    ...settings,
    grade: { ...settings.grade, ...change(amount ?? DEFAULT_AMOUNT) },
  });

/** Traits of a built-in character add up; the page of the documentation lists them with the characters. */
const traits: readonly Instruction[] = Object.entries(characterTraits).map(
  ([trait, phrases], index) => ({
    topic: 'character',
    effect: 'Chooses a built-in character where no picture of one was sent.',
    examples: index === 0 ? ['a woman with red hair', 'an old man with a beard', 'a robot'] : [],
    phrases,
    apply: (settings) => ({
      ...settings,
      traits: settings.traits.includes(trait) ? settings.traits : [...settings.traits, trait],
    }),
  }),
);

/** All of them. */
export const instructions: readonly Instruction[] = [
  ...traits,
  {
    topic: 'background',
    effect: 'Blurs what is behind the person.',
    examples: ['blur the background', 'strongly blurred background', 'background blur 40 %'],
    phrases: [
      `keep? {amount}? ${BLUR} {amount}? ${GROUND} {amount}?`,
      `keep? {amount}? ${GROUND} {amount}? ${BLUR} {amount}?`,
    ],
    apply: (settings, { amount }) => ({
      ...settings,
      background: { kind: 'blur', amount: amount ?? DEFAULT_AMOUNT },
    }),
  },
  {
    topic: 'background',
    effect: 'Puts one colour behind the person.',
    examples: [
      'blue background',
      'dark grey background',
      'in front of a white wall',
      'green screen',
    ],
    phrases: [
      `{amount}? {colour} ${GROUND}|wall|screen`,
      `${GROUND}|wall {amount}? {colour}`,
      `${GROUND} colour|color {colour}`,
    ],
    apply: (settings, { colour }) => ({
      ...settings,
      background: { kind: 'colour', rgb: colour },
    }),
  },
  {
    topic: 'background',
    effect: 'Leaves what is behind the person.',
    examples: ['keep the background', 'original background', 'no background blur', "don't blur"],
    phrases: [
      `keep? real|original|own|same|normal|natural ${GROUND}`,
      `keep ${GROUND}`,
      `${GROUND} unchanged|same|real|original|normal`,
      `no|not|dont|without ${BLUR} ${GROUND}?`,
      `no|not|dont|without ${GROUND} ${BLUR}`,
      `no|not|dont|without change ${GROUND}`,
    ],
    apply: (settings) => ({ ...settings, background: { kind: 'keep' } }),
  },
  {
    topic: 'mode',
    effect: 'Swaps the face; hair and head stay yours.',
    examples: ['only the face', 'face mode', 'keep my hair'],
    phrases: ['only|just face', 'face only|mode', 'keep own? hair', 'own hair'],
    apply: (settings) => ({ ...settings, mode: 'face' }),
  },
  {
    topic: 'mode',
    effect: 'Swaps the whole head with its hair.',
    examples: ['swap the whole head', 'head mode', 'head and hair'],
    phrases: [
      'whole|full|entire|complete head',
      'only|just? head mode?',
      'head hair',
      'face? hair head|too?',
    ],
    apply: (settings) => ({ ...settings, mode: 'head' }),
  },
  {
    topic: 'mode',
    effect: 'Shows the character itself and moves it as you move.',
    examples: ['full body', 'the whole character', 'upper body'],
    phrases: [
      'whole|full|entire|complete|upper body|character|person|figure',
      'body mode?',
      'puppet|avatar|fullbody',
    ],
    apply: (settings) => ({ ...settings, mode: 'body' }),
  },
  {
    topic: 'mode',
    effect:
      'Lets the picture of the character speak by itself: its lips follow the microphone that is sent to the room, and the camera is not shown.',
    examples: ['talk as a picture', 'talking portrait', 'talking head'],
    phrases: ['talk|talking|speak|speaking as? picture|portrait|photo|head', 'follow voice'],
    apply: (settings) => ({ ...settings, mode: 'talk' }),
  },
  {
    topic: 'mode',
    effect:
      'Leaves that to the picture of the character: the body where it shows one, else the head, else the face.',
    examples: ['as much as the picture shows', 'automatic mode'],
    phrases: [
      'much picture shows|allows',
      'whole body else? head else? face far picture shows|allows',
      'automatic|automatically|auto mode?',
    ],
    apply: (settings) => ({ ...settings, mode: null }),
  },
  {
    topic: 'brightness',
    effect: 'Makes the picture brighter.',
    examples: ['brighter', 'slightly brighter'],
    phrases: ['{amount}? brighter|brighten|bright|lighter {amount}?', 'more brightness|light'],
    apply: gradeBy((amount) => ({ brightness: amount })),
  },
  {
    topic: 'brightness',
    effect: 'Makes the picture darker.',
    examples: ['darker', 'dim the picture a bit'],
    phrases: [
      '{amount}? darker|darken|dark|dim|dimmer|dimmed|moody {amount}?',
      'less brightness|light',
    ],
    apply: gradeBy((amount) => ({ brightness: -amount })),
  },
  {
    topic: 'contrast',
    effect: 'Raises the contrast.',
    examples: ['more contrast', 'high contrast'],
    phrases: ['{amount}? more|high|higher|strong contrast', 'contrasty|dramatic'],
    apply: gradeBy((amount) => ({ contrast: amount })),
  },
  {
    topic: 'contrast',
    effect: 'Lowers the contrast.',
    examples: ['less contrast', 'softer look'],
    phrases: ['{amount}? less|low|lower contrast', 'soft|softer'],
    apply: gradeBy((amount) => ({ contrast: -amount })),
  },
  {
    topic: 'warmth',
    effect: 'Makes the colours warmer.',
    examples: ['warmer', 'warm colours', 'slightly warm'],
    phrases: [`{amount}? warm|warmer|golden ${COLOURS}?`],
    apply: gradeBy((amount) => ({ warmth: amount })),
  },
  {
    topic: 'warmth',
    effect: 'Makes the colours cooler.',
    examples: ['cooler', 'cold colours', 'a bit cooler'],
    phrases: [`{amount}? cool|cooler|cold|colder ${COLOURS}?`],
    apply: gradeBy((amount) => ({ warmth: -amount })),
  },
  {
    topic: 'colours',
    effect: 'Takes the colours out.',
    examples: ['black and white', 'monochrome', 'film noir'],
    phrases: [
      'black white',
      'monochrome|greyscale|grayscale|colourless|colorless',
      'grey scale',
      'film? noir',
    ],
    apply: gradeBy(() => ({ colourfulness: -1 })),
  },
  {
    topic: 'colours',
    effect: 'Turns the picture brown, like an old photo.',
    examples: ['sepia', 'vintage look'],
    phrases: ['sepia|vintage|oldtimey', 'old fashioned|time|photograph'],
    apply: gradeBy(() => ({ colourfulness: -0.85, warmth: 0.75 })),
  },
  {
    topic: 'colours',
    effect: 'Makes the colours stronger.',
    examples: ['vivid colours', 'more colourful'],
    phrases: [
      `{amount}? more? vivid|colourful|colorful|saturated|vibrant ${COLOURS}?`,
      `more|stronger ${COLOURS}|saturation`,
    ],
    apply: gradeBy((amount) => ({ colourfulness: amount })),
  },
  {
    topic: 'colours',
    effect: 'Makes the colours weaker.',
    examples: ['muted colours', 'less colour'],
    phrases: [
      `{amount}? muted|faded|pale|pastel|desaturated ${COLOURS}?`,
      `less|weaker ${COLOURS}|saturation`,
    ],
    apply: gradeBy((amount) => ({ colourfulness: -0.8 * amount })),
  },
  {
    topic: 'colours',
    effect: 'Leaves brightness and colours as the camera gives them.',
    examples: ['natural look', 'original colours', 'no filter'],
    phrases: [
      `natural|normal|neutral|original|real ${COLOURS}?`,
      'no|without filter|filters|effects|effect',
    ],
    apply: (settings) => ({ ...settings, grade: neutralGrade }),
  },
  {
    topic: 'cover',
    effect: 'Covers with a card when the face is lost.',
    examples: ['cover with a card', 'card as cover'],
    phrases: ['cover|hide|hidden card', 'card cover?'],
    apply: (settings) => ({ ...settings, cover: 'card' }),
  },
  {
    topic: 'cover',
    effect: 'Covers with a blur when the face is lost.',
    examples: ['cover with blur', 'blur as cover'],
    phrases: [`cover|hide ${BLUR}`, `${BLUR} cover`],
    apply: (settings) => ({ ...settings, cover: 'blur' }),
  },
  {
    topic: 'strength',
    effect: 'The character is always shown at full strength: a weaker one would show who you are.',
    examples: ['full strength', '100 % strength'],
    phrases: [
      '{amount} strength|intensity|opacity',
      'strength|intensity|opacity {amount}',
      'full|maximum|max strength|intensity|opacity',
      'strength|intensity|opacity full|maximum|max',
    ],
    apply: (settings, { amount }) =>
      amount !== null && amount < 1
        ? 'The character is always shown at full strength, because a weaker one would show who you are.'
        : settings,
  },
];
