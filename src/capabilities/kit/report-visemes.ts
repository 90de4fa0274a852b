import {
  maxMouthSteps,
  type MouthKind,
  mouthKinds,
  type MouthKindTrack,
} from '../../contract/job-details.ts';
import type { Viseme } from '../../engine/voice/viseme.ts';
import type { VisemeSpan } from '../../engine/voice/visemes/find-visemes.ts';

const shapes: Readonly<Record<Viseme, MouthKind>> = {
  sil: 'rest',
  PP: 'closed',
  FF: 'teeth',
  TH: 'narrow',
  DD: 'narrow',
  kk: 'narrow',
  CH: 'round',
  SS: 'narrow',
  nn: 'narrow',
  RR: 'round',
  aa: 'open',
  E: 'open',
  ih: 'narrow',
  oh: 'round',
  ou: 'round',
};
/** Minimum duration of a step in milliseconds; shorter ones are not visible. */
const MIN_STEP_MS = 40;
/** Factors of the time of a mouth; 1 for the others. Closed lips and teeth are short but important. */
const insistence: Readonly<Partial<Record<MouthKind, number>>> = {
  closed: 4,
  teeth: 3,
  rest: 0.5,
};

/**
 * Converts visemes to the mouth track of a report: each step has the mouth with the largest weighted time, closed lips
 * foremost.
 */
export function toReportVisemes(visemes: readonly VisemeSpan[]): MouthKindTrack {
  const durationMs = visemes.at(-1)?.endMs ?? 0;
  const stepMs = Math.max(MIN_STEP_MS, durationMs / maxMouthSteps);
  const count = Math.min(maxMouthSteps, Math.ceil(durationMs / stepMs - 1e-6));
  const sums = Array.from({ length: count }, () => mouthKinds.map(() => 0));
  for (const { viseme, startMs, endMs } of visemes) {
    const shape = shapes[viseme];
    const weight = insistence[shape] ?? 1;
    const place = mouthKinds.indexOf(shape);
    for (let step = Math.max(0, Math.floor(startMs / stepMs)); step < count; step += 1) {
      const overlapMs = Math.min(endMs, (step + 1) * stepMs) - Math.max(startMs, step * stepMs);
      if (overlapMs <= 0) {
        break;
      }
      const sum = sums[step];
      if (sum !== undefined) {
        sum[place] = (sum[place] ?? 0) + overlapMs * weight;
      }
    }
  }
  const steps = sums.map((sum) => String(sum.indexOf(Math.max(...sum)))).join('');
  return { stepMs, steps };
}
