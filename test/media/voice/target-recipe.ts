import { analyseReference } from '../../../src/engine/voice/changer/analyse-reference.ts';
import type { VoiceTarget } from '../../../src/engine/voice/changer/voice-target.ts';
import { shiftVoice } from '../../../src/engine/voice/convert/shift-voice.ts';
import type { VoiceShift } from '../../../src/engine/voice/convert/voice-mapper.ts';
import type { SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';

/** Source voice and changes of a catalogue target. */
export interface TargetRecipe {
  readonly base: string;
  readonly shift?: VoiceShift | null | undefined;
  /**
   * Levels that are added to its spectra, in dB, as cosines over the bands: the first (positive is darker), the second,
   * and so on.
   */
  readonly tone: readonly number[];
}

/** A target with other spectra; see {@link TargetRecipe.tone}. */
export function addTone(target: VoiceTarget, tone: readonly number[]): VoiceTarget {
  const { all, voiced, unvoiced, classes } = target.envelopes;
  const add = (levels: readonly number[]): number[] =>
    levels.map((level, band) =>
      tone.reduce(
        (sum, gain, order) =>
          sum + gain * Math.cos((Math.PI * (order + 1) * (band + 0.5)) / levels.length),
        level,
      ),
    );
  return {
    ...target,
    envelopes: { all: add(all), voiced: add(voiced), unvoiced: add(unvoiced), classes },
  };
}

/** Sentences with every phoneme of English. */
const texts = [
  'Men think and plan and sometimes act. The weight of the package was seen on the high scale.',
  'The vast space stretched into the far distance. A rich farm is rare in this sandy waste.',
  'His wide grin earned many friends. Flax makes a fine brand of paper.',
  'Hurdle the pit with the aid of a long pole. A strong bid may scare your partner stiff.',
  'Even a just cause needs power to win. Peep under the tent and see the clowns.',
  'The leaf drifts along with a slow spin. Cheap clothes are flashy but do not last.',
  'A thing of small note can cause despair. Flood the mails with requests for this book.',
  'A thick coat of black paint covered all. The pencil was cut to be sharp at both ends.',
];

/** Measures a target on about half a minute of speech, rounded to audible precision. */
export async function measureTarget(
  flite: SpeechEngine,
  { base, shift, tone }: TargetRecipe,
): Promise<VoiceTarget> {
  const parts: Float32Array[] = [];
  let rate = 0;
  for (const text of texts) {
    const { samples, sampleRateHz } = await flite.speak(text, { engine: 'flite', base, pace: 1 });
    rate = sampleRateHz;
    parts.push(
      shift === undefined || shift === null ? samples : shiftVoice(samples, sampleRateHz, shift),
    );
  }
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return roundTarget(addTone(analyseReference(whole, rate), tone));
}

function roundTarget(target: VoiceTarget): VoiceTarget {
  const { all, voiced, unvoiced, classes } = target.envelopes;
  return {
    pitchHz: Number(target.pitchHz.toFixed(1)),
    pitchSpread: Number(target.pitchSpread.toFixed(2)),
    formantsHz: target.formantsHz.map((hz) => Math.round(hz)),
    envelopes: {
      all: roundLevels(all),
      voiced: roundLevels(voiced),
      unvoiced: roundLevels(unvoiced),
      classes: classes.map((levels) => roundLevels(levels)),
    },
  };
}

function roundLevels(levels: readonly number[]): number[] {
  return levels.map((level) => Number(level.toFixed(1)));
}
