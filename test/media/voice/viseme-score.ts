import { type Viseme, visemes } from '../../../src/engine/voice/viseme.ts';

/** Tolerance of times, in 10 ms, within which two visemes match. */
const tolerance = 1;
/** Duration of silence, in 10 ms, after which the lips look closed, except before they open again. */
const longSilence = 25;
const closingTime = 12;
const openingTime = 3;

/** The seven mouths of drawn speech (Blair 1949), by letter. */
const drawn: Readonly<Record<Viseme, string>> = {
  sil: 'X',
  PP: 'A',
  TH: 'B',
  DD: 'B',
  kk: 'B',
  CH: 'B',
  SS: 'B',
  nn: 'B',
  ih: 'B',
  E: 'C',
  aa: 'D',
  RR: 'E',
  oh: 'E',
  ou: 'F',
  FF: 'G',
};

/** Fractions of the frames in which both agree, of fifteen visemes and of seven. */
export function agreement(
  found: Uint8Array,
  truth: Uint8Array,
): { readonly fifteen: number; readonly seven: number } {
  const count = Math.min(found.length, truth.length);
  let fifteen = 0;
  let seven = 0;
  for (let frame = 0; frame < count; frame += 1) {
    fifteen += found[frame] === truth[frame] ? 1 : 0;
    seven += drawn[visemes[found[frame]!]!] === drawn[visemes[truth[frame]!]!] ? 1 : 0;
  }
  return { fifteen: fifteen / count, seven: seven / count };
}

/** Counts of a viseme: its true spans, those found, and the output spans, with the right ones among them. */
export interface MouthCounts {
  readonly truths: number;
  readonly found: number;
  readonly spans: number;
  readonly right: number;
  /** Total lateness of the found spans' middles, in ms. */
  readonly lateMs: number;
}

/** Counts the spans of a viseme that meet a true one within 10 ms, and vice versa. */
export function countMouth(found: Uint8Array, truth: Uint8Array, viseme: Viseme): MouthCounts {
  const mouth = visemes.indexOf(viseme);
  const truths = findStretches(truth, mouth);
  const spans = findStretches(found, mouth);
  const met = truths.map((stretch) => spans.find((span) => isMeeting(span, stretch)));
  return {
    truths: truths.length,
    found: met.filter((span) => span !== undefined).length,
    spans: spans.length,
    right: spans.filter((span) => truths.some((stretch) => isMeeting(span, stretch))).length,
    lateMs: met.reduce((sum, span, index) => {
      const { first, end } = truths[index]!;
      return sum + (span === undefined ? 0 : 5 * (span.first + span.end - first - end));
    }, 0),
  };
}

/** Sums the counts of several recordings. */
export function addCounts(all: readonly MouthCounts[]): MouthCounts {
  const sum = (key: keyof MouthCounts): number => all.reduce((total, one) => total + one[key], 0);
  return {
    truths: sum('truths'),
    found: sum('found'),
    spans: sum('spans'),
    right: sum('right'),
    lateMs: sum('lateMs'),
  };
}

/** Recall: fraction of the true spans that were found. */
export function toRecall({ truths, found }: MouthCounts): number {
  return found / truths;
}

/** Precision: fraction of the output spans that are true. */
export function toPrecision({ spans, right }: MouthCounts): number {
  return right / spans;
}

/** Number of 10 ms frames of long silence with closed lips, and number of those that are recognised as silence. */
export function countSilence(
  found: Uint8Array,
  truth: Uint8Array,
): { readonly all: number; readonly clean: number } {
  let all = 0;
  let clean = 0;
  const silences = findStretches(truth, visemes.indexOf('sil'));
  for (const { first, end } of silences.filter((one) => one.end - one.first >= longSilence)) {
    const closed = first === 0 ? 0 : first + closingTime;
    for (let frame = closed; frame < end - openingTime; frame += 1) {
      all += 1;
      clean += visemes[found[frame]!] === 'sil' ? 1 : 0;
    }
  }
  return { all, clean };
}

interface Stretch {
  readonly first: number;
  readonly end: number;
}

function findStretches(mouths: Uint8Array, mouth: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = 0; at < mouths.length; at += 1) {
    const first = at;
    while (at < mouths.length && mouths[at] === mouth) {
      at += 1;
    }
    if (at > first) {
      stretches.push({ first, end: at });
    }
  }
  return stretches;
}

function isMeeting(one: Stretch, other: Stretch): boolean {
  return one.first < other.end + tolerance && other.first < one.end + tolerance;
}
