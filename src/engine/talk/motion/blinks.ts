import { clamp, smoothstep } from '../../vision/math.ts';
import { drawNormal } from './seeded-random.ts';
import type { SpeechMoment } from './speech-moment.ts';

/** Interval between blinks of a talker, log-normal with this median in seconds, and its limits. */
const MEDIAN_S = 2.9;
const SIGMA = 0.5;
const RANGE_S = [0.9, 8] as const;
/** Range of the first blink. */
const FIRST_S = [0.5, 2.2] as const;
/** Maximum shift of a blink to the beginning of a pause. */
const PAUSE_REACH_S = 0.5;
/** Durations of closing, closed and opening lids. */
const DOWN_S = 0.085;
const CLOSED_S = 0.035;
const UP_S = 0.19;

/** Plans the start times of blinks, in seconds, ascending; they prefer the beginnings of pauses, as in people. */
export function planBlinks(
  moments: readonly SpeechMoment[],
  fps: number,
  random: () => number,
): number[] {
  const pauses = moments.flatMap(({ isSilent }, index) =>
    isSilent && index > 0 && !moments[index - 1].isSilent ? [index / fps] : [],
  );
  const starts: number[] = [];
  const [earliest, latest] = RANGE_S;
  let next = FIRST_S[0] + (FIRST_S[1] - FIRST_S[0]) * random();
  while (next < moments.length / fps) {
    const last = starts.at(-1) ?? -earliest;
    const due = next;
    const pause = pauses.find(
      (startS) => Math.abs(startS - due) < PAUSE_REACH_S && startS - last >= earliest,
    );
    starts.push(pause ?? due);
    const wait = MEDIAN_S * Math.exp(SIGMA * drawNormal(random));
    next = (pause ?? due) + clamp(wait, earliest, latest);
  }
  return starts;
}

/** Returns the closure of the lids at a time after the start of a blink, 0..1. */
export function lidsAfter(seconds: number): number {
  if (seconds < DOWN_S) {
    return smoothstep(0, DOWN_S, seconds);
  }
  return 1 - smoothstep(DOWN_S + CLOSED_S, DOWN_S + CLOSED_S + UP_S, seconds);
}
