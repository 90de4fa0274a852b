/** Bars of visible speech: closed lips where phonemes require them, requested opening and width, and timing. */
import { measureLoudness, type MonoSound } from '../../../src/engine/talk/speech/loudness.ts';
import { createMouthTrack, type MouthFrame } from '../../../src/engine/talk/speech/mouth-track.ts';
import {
  createMouthRecord,
  type MouthMetrics,
} from '../../../src/engine/talk/check/mouth-record.ts';
import type { LowerFaceMotion } from '../../media/support/measure-lower-face.ts';
import { gapsAt, gapsInSilence, type SeenLips } from '../../media/support/retrack-lips.ts';
import { atLeast, atMost, type Bar, type Metric, toMetric } from '../harness.ts';
import { correctAttenuation, correlation, percentile, slope } from '../statistics.ts';
import type { SpokenTest } from '../talk-speech.ts';

/** Gap (widths) up to which lips look closed, and up to which the lower lip is at the teeth. */
const CLOSED = 0.03;
const AT_TEETH = 0.05;
const FRAME_MS = 40;

/** Creates metrics whose names begin with the subject. */
export type Naming = (name: string, value: number, unit: string, bar?: Bar) => Metric;

/** Names metrics after a picture or a clip. */
export function createNaming(subject: string): Naming {
  return (name, value, unit, bar) => toMetric({ name: `${subject}: ${name}`, value, unit, bar });
}

/** Metrics of mouths found in a finished file, compared with their plan. */
export function judgeMouths(
  named: Naming,
  lips: readonly (SeenLips | null)[],
  { visemes, sound }: Pick<SpokenTest, 'visemes' | 'sound'>,
): Metric[] {
  const seen = lips.filter((one) => one !== null);
  const wanted = planMouths(seen, { visemes, sound });
  const closures = gapsAt(lips, visemes, 'PP');
  const teeth = gapsAt(lips, visemes, 'FF');
  const record = createMouthRecord();
  seen.forEach(({ timeMs, gap }, at) => {
    record.add({ timeMs, gap, wanted: wanted[at]!.mouth.open });
  });
  const { offsetMs, correlation: follows } = record.summarise(visemes);
  const points = seen.map(({ gap }, at) => ({ x: wanted[at]!.mouth.open, y: gap }));
  return [
    named(
      `p b m closed, of ${closures.length}`,
      measureFraction(closures, CLOSED),
      '%',
      atLeast(100),
    ),
    named('largest gap at p b m', Math.max(0, ...closures), 'widths'),
    named(
      `f v at the teeth, of ${teeth.length}`,
      measureFraction(teeth, AT_TEETH),
      '%',
      atLeast(95),
    ),
    named(
      'gap in silence, p95',
      percentile(gapsInSilence(lips, visemes), 0.95),
      'widths',
      atMost(0.03),
    ),
    named('open as wanted', follows ?? 0, 'r', atLeast(0.95)),
    named('open as far as wanted', slope(points), 'times'),
    named('late', Math.abs(offsetMs ?? Number.NaN), 'ms', atMost(FRAME_MS / 4)),
  ];
}

/**
 * Figures of the width of mouths, as the network that follows them finds it and as another does (`plain`, by frame). Speech moves
 * corners by two pixels of what networks look at, and each misplaces them by one in its own way. Two readings tell how much of
 * that is theirs; what they do wrong alike stays in, so that the last figure is rather too low. Avatars, whose corners
 * are known as they are drawn, have .95 to 1 there, and this says .87 to 1.
 */
export function judgeWidths(
  named: Naming,
  lips: readonly (SeenLips | null)[],
  { plain, speech }: { readonly plain: readonly (number | null)[]; readonly speech: SpokenTest },
): Metric[] {
  const seen = lips.flatMap((one, at) => {
    const other = plain[at];
    return one === null || other === null || other === undefined ? [] : [{ one, other }];
  });
  const wanted = planMouths(
    seen.map(({ one }) => one),
    speech,
  );
  const pairs = seen.map(({ one, other }, at) => ({
    plan: wanted[at]!.mouth.wide,
    own: one.wide,
    other,
  }));
  const own = correlation(pairs.map((pair) => ({ x: pair.plan, y: pair.own })));
  const other = correlation(pairs.map((pair) => ({ x: pair.plan, y: pair.other })));
  const between = correlation(pairs.map((pair) => ({ x: pair.own, y: pair.other })));
  const bar = atLeast(0.85);
  return [
    named('wide as wanted', own, 'r', bar),
    named('wide as wanted by the other network', other, 'r'),
    named('width, one network against the other', between, 'r'),
    named(
      'wide as wanted, less what both misread',
      correctAttenuation(own, other, between),
      'r',
      bar,
    ),
  ];
}

/**
 * Metrics of the same rendered mouths by another network. It finds half of the gaps below .15 widths, in real speakers
 * as well, so the plan is compared as it would find it there (`toPlainGap`).
 */
export function judgeByOther(
  named: Naming,
  {
    closures: { count, closed },
    correlation: follows,
  }: Pick<MouthMetrics, 'closures' | 'correlation'>,
): Metric[] {
  return [
    named(
      `p b m closed by the other network, of ${count}`,
      (100 * closed) / count,
      '%',
      atLeast(100),
    ),
    named('open as wanted by the other network', follows ?? 0, 'r', atLeast(0.95)),
  ];
}

/** The largest change of the lower face that an original has not at that frame, in changes that the original seldom makes. */
export function judgeJumps(
  named: Naming,
  made: LowerFaceMotion,
  original: LowerFaceMotion | null,
): Metric {
  const own = (original ?? made).changes.filter((change) => change !== null);
  const beyond = made.changes.map((change, at) =>
    Math.max(0, (change ?? 0) - (original?.changes[at] ?? 0)),
  );
  return named(
    'largest jump, of its own p99',
    Math.max(...beyond) / percentile(own, 0.99),
    'times',
    atMost(3),
  );
}

function planMouths(
  seen: readonly SeenLips[],
  { visemes, sound }: { readonly visemes: SpokenTest['visemes']; readonly sound: MonoSound },
): readonly MouthFrame[] {
  const timesMs = seen.map(({ timeMs }) => timeMs);
  return createMouthTrack(
    { visemes, loudness: measureLoudness(sound, timesMs, FRAME_MS) },
    timesMs,
  );
}

function measureFraction(gaps: readonly number[], limit: number): number {
  return (100 * gaps.filter((gap) => gap <= limit).length) / Math.max(1, gaps.length);
}
