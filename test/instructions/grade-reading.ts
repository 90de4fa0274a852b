import type { PersonChoice } from '../../src/instructions/person-choice.ts';
import type { ReadPrompt } from '../../src/instructions/prompt/read-prompt.ts';
import type { ReimagineStep, StepColour, StepKind } from '../../src/instructions/step.ts';

/** An instruction and its expected result: wishes, each with its correct readings. */
export interface ExpectedReading {
  readonly language: string;
  readonly prompt: string;
  /** Number of images that are sent with it; none for a video. */
  readonly pictures: number;
  readonly isVideo: boolean;
  readonly wishes: readonly (readonly string[])[];
}

/**
 * `done`: complete, and nothing else. `told`: incomplete, with a warning. `misread`: something else, or incomplete
 * without a warning.
 */
export type ReadingGrade = 'done' | 'told' | 'misread';

/** Number of images where a line names none. */
const MOST_PICTURES = 4;

/** The lines of a list of instructions. */
export function parseExpected(list: string): ExpectedReading[] {
  return list
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [language = '', wishes = '', ...rest] = line.split(' | ');
      const text = rest.join(' | ');
      const tag = /^\[(video|\d)\] /.exec(text);
      const isVideo = tag?.[1] === 'video';
      return {
        language,
        prompt: text.slice(tag?.[0].length ?? 0),
        pictures: isVideo ? 0 : Number(tag?.[1] ?? MOST_PICTURES),
        isVideo,
        wishes: wishes.split('; ').map((readings) => readings.split('|')),
      };
    });
}

/** Grades the reading of an instruction. */
export function gradeReading({ wishes }: ExpectedReading, read: ReadPrompt): ReadingGrade {
  const labels = read.steps.map(toLabel);
  const isRight = (label: string): boolean =>
    wishes.some((readings) => readings.some((reading) => isSame(reading, label)));
  if (!labels.every(isRight)) {
    return 'misread';
  }
  const isMet = wishes.every((readings) =>
    readings.some((reading) => labels.some((label) => isSame(reading, label))),
  );
  const says = read.notOffered.length + read.notUnderstood.length > 0;
  if (isMet) {
    return 'done';
  }
  return says || labels.length === 0 ? 'told' : 'misread';
}

/** A light without a named side may come from any. */
function isSame(reading: string, label: string): boolean {
  return label === reading || (reading.startsWith('light ') && label.startsWith(`${reading} `));
}

/** A step as lists of instructions name it. */
export function toLabel(step: ReimagineStep): string {
  const area = 'where' in step && step.where !== undefined ? step.where : null;
  const region = area === null ? '' : ` ${area.isInverted ? 'but ' : ''}${area.region}`;
  return `${nameStep(step)}${region}`;
}

type Namer<K extends StepKind> = (step: Extract<ReimagineStep, { kind: K }>) => string;

/** Labels of steps whose kind alone does not identify them. */
const NAMES: { readonly [K in StepKind]?: Namer<K> } = {
  anonymise: ({ who }) => (who === undefined ? 'anonymise' : `anonymise ${nameChoice(who)}`),
  background_blur: () => 'blur background',
  background_colour: ({ colour }) => `background ${nameColour(colour)}`,
  background_picture: ({ picture }) => `background picture ${picture}`,
  match_colours: ({ picture }) => `match picture ${picture}`,
  smooth_skin: () => 'skin',
  whiten_teeth: () => 'teeth',
  lighten_under_eyes: () => 'under eyes',
  crop_close: () => 'crop close',
  turn: ({ turn }) => (turn === 'mirror' ? 'mirror' : `turn ${turn}`),
  tint: ({ colour }) => `tint ${nameColour(colour)}`,
  background_scene: ({ scene }) => `background ${scene}`,
  words: ({ text }) => `words ${text}`,
  border: ({ colour }) => `border ${nameColour(colour)}`,
  part_colour: ({ part, colour }) => (part === 'brows' ? part : `${part} ${nameColour(colour)}`),
  reshape: ({ shape }) => (shape === 'bigger_eyes' ? 'larger eyes' : toWords(shape)),
  relight: ({ side, colour }) =>
    `light ${colour === undefined ? '' : `${nameColour(colour)} `}${side}`,
  weather: ({ weather }) => weather,
  grade: ({ grade }) => toWords(grade),
  keep_colour: ({ colour }) => `keep colour ${nameColour(colour)}`,
  style: ({ style }) => toWords(style),
  crop: ({ aspect }) => `crop ${nameAspect(aspect)}`,
  extend: ({ aspect }) => `widen ${nameAspect(aspect)}`,
};

function nameStep(step: ReimagineStep): string {
  const name = NAMES[step.kind] as ((step: ReimagineStep) => string) | undefined;
  return name?.(step) ?? toWords(step.kind);
}

function nameChoice({ isInverted, place, number }: PersonChoice): string {
  return `${isInverted ? 'but ' : ''}${place}${number > 1 ? ` ${number}` : ''}`;
}

function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function nameAspect(aspect: number): string {
  const known = ['1:1', '16:9', '9:16', '4:3', '4:5'];
  return (
    known.find((name) => {
      const [width = 1, height = 1] = name.split(':').map(Number);
      return Math.abs(aspect - width / height) < 0.01;
    }) ?? String(aspect)
  );
}

/** Names by hue in degrees, up to which each goes. */
const HUES: readonly (readonly [number, string])[] = [
  [14, 'red'],
  [38, 'ginger'],
  [68, 'blond'],
  [165, 'green'],
  [250, 'blue'],
  [295, 'purple'],
  [342, 'pink'],
  [360, 'red'],
];

function nameColour([red, green, blue]: StepColour): string {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range < 20) {
    return max > 215 ? 'white' : max < 60 ? 'black' : 'grey';
  }
  const turn =
    max === red
      ? (green - blue) / range
      : max === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  const hue = (turn * 60 + 360) % 360;
  return HUES.find(([end]) => hue <= end)?.[1] ?? 'red';
}
