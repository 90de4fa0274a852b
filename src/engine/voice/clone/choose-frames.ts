import type { VoiceFrame } from './voice-frames.ts';

/** Frames of the sample that are looked at for each of what is spoken. */
const mostCandidates = 24;
/** What it costs to leave the order of the sample, and a jump of the spectrum by this much, in dB, beside it. */
const leaveCost = 0.18;
const jumpDb = 11;
const jumpCost = 0.6;
/** To stand still or to leave one out is heard less. */
const nearCost = 0.09;
const bandStep = 2;

/**
 * The frame of a sample for each frame that is spoken: the same sound, in stretches of the sample as long as they fit, by a
 * Viterbi search over text-independent units (Sündermann 2006). Null in pauses, and where the sample has nothing of the kind.
 */
export function chooseFrames(
  spoken: readonly (VoiceFrame | null)[],
  sample: readonly (VoiceFrame | null)[],
): (VoiceFrame | null)[] {
  const pools = [true, false].map((isVoiced) =>
    sample.flatMap((frame, index) => (frame?.isVoiced === isVoiced ? [index] : [])),
  );
  const steps = spoken.map((frame) =>
    frame === null ? [] : findCandidates(frame, sample, pools[frame.isVoiced ? 0 : 1]!),
  );
  let last: readonly Candidate[] = [];
  for (const step of steps) {
    for (const candidate of step) {
      follow(candidate, last, sample);
    }
    last = step;
  }
  return walkBack(steps).map((index) => (index === null ? null : (sample[index] ?? null)));
}

/** A frame of the sample by its number, and the best way to it. */
interface Candidate {
  readonly index: number;
  cost: number;
  before: Candidate | null;
}

function findCandidates(
  { content }: VoiceFrame,
  sample: readonly (VoiceFrame | null)[],
  pool: readonly number[],
): Candidate[] {
  const best: Candidate[] = [];
  let worst = Infinity;
  for (const index of pool) {
    const other = sample[index]!.content;
    let cost = 0;
    for (let at = 0; at < content.length && cost < worst; at += 1) {
      const distance = content[at]! - other[at]!;
      cost += distance * distance;
    }
    if (cost < worst) {
      const place = best.findIndex((candidate) => candidate.cost > cost);
      best.splice(place === -1 ? best.length : place, 0, { index, cost, before: null });
      best.length = Math.min(best.length, mostCandidates);
      worst = best.length === mostCandidates ? best.at(-1)!.cost : Infinity;
    }
  }
  return best;
}

function follow(
  candidate: Candidate,
  last: readonly Candidate[],
  sample: readonly (VoiceFrame | null)[],
): void {
  let least = Infinity;
  for (const before of last) {
    const cost = before.cost + toJoinCost(before.index, candidate.index, sample);
    if (cost < least) {
      least = cost;
      candidate.before = before;
    }
  }
  candidate.cost += last.length === 0 ? 0 : least;
}

function toJoinCost(from: number, to: number, sample: readonly (VoiceFrame | null)[]): number {
  if (to === from + 1) {
    return 0;
  }
  if (to === from || to === from + 2) {
    return nearCost;
  }
  const expected = (sample[from + 1] ?? sample[from])!.levels;
  const found = sample[to]!.levels;
  let squares = 0;
  for (let band = 0; band < found.length; band += bandStep) {
    squares += (expected[band]! - found[band]!) ** 2;
  }
  return leaveCost + (jumpCost * squares * bandStep) / found.length / jumpDb ** 2 / 2;
}

function walkBack(steps: readonly (readonly Candidate[])[]): (number | null)[] {
  const path: (number | null)[] = [];
  let at: Candidate | null = null;
  for (const step of steps.toReversed()) {
    at ??= step.reduce<Candidate | null>(
      (best, here) => (best === null || here.cost < best.cost ? here : best),
      null,
    );
    path.push(step.length === 0 ? null : (at?.index ?? null));
    at = at?.before ?? null;
  }
  return path.toReversed();
}
