import sentences from '../../../../resources/voices/sentences.json' with { type: 'json' };
import { changerCatalogue } from '../../../../src/engine/voice/changer/changer-catalogue.ts';
import type { SpeechEngine } from '../../../../src/engine/voice/engines/engine.ts';
import { shiftVoice } from '../../../../src/engine/voice/convert/shift-voice.ts';
import { FEATURE_RATE_HZ } from '../../../../src/engine/voice/visemes/speech-features.ts';
import {
  changeVoice,
  type LabelledSpeech,
  lastVoices,
  speakLabelled,
  tuningVoices,
  unheardVoices,
} from '../viseme-speech.ts';
import { commonWords, trainingWords } from './training-words.ts';

const fliteBases = [
  { base: 'rms', pitchHz: 103, groups: 20 },
  { base: 'slt', pitchHz: 172, groups: 20 },
  { base: 'kal16', pitchHz: 110, groups: 12 },
  { base: 'kal', pitchHz: 110, groups: 6 },
];
/** Targets that are excluded from training: those of the evaluations and of the tuning. */
const triedTargets = new Set(
  [...unheardVoices, ...lastVoices, ...tuningVoices].map(({ target }) => target),
);
const changerTargets = changerCatalogue.filter(
  ({ id, base }) => !triedTargets.has(id) && !unheardVoices.some((voice) => voice.base === base),
);
/** Sentences in a group. */
const groupSize = 5;
/** No evaluation of the network uses these: see `unheardVoices`. */
const espeakBases = (
  'en-us en-us+m2 en-us+m5 en-us+m7 en-us+f1 en-us+f2 en-us+f4 en-us+Alex en-us+Annie en-us+Denis en-us+Gene ' +
  'en-us+Lee en-us+Mario en-us+Reed en-us+Hugo en-us+Storm en-us+adam en-us+announcer en-us+anika ' +
  'en-gb-scotland en-gb-x-rp+f5 en-gb-x-rp+m1 en-gb-scotland+m4 en-029+f2 en-gb-x-rp+Henrique en-us-nyc+Jacky'
).split(' ');
const otherTongues =
  'af ca cs cy da de el eo es et fi fr hr hu id it nl pl pt ro sk sl sv sw tr bg ru uk de de es es fr fr it it pt nl pl'.split(
    ' ',
  );
const variants = [
  '',
  '+f1',
  '+f2',
  '+f4',
  '+m1',
  '+m2',
  '+m5',
  '+m7',
  '+Alicia',
  '+Gene2',
  '+Marco',
  '+Tweaky',
];

/** Speech of one voice by sentence. */
export type TrainingGroup = readonly LabelledSpeech[];

/** The synthesisers. */
export interface Engines {
  readonly flite: SpeechEngine;
  readonly espeak: SpeechEngine;
}

/** All training speech, group by group. */
export async function* speakTraining(
  engines: Engines,
  random: () => number,
): AsyncGenerator<TrainingGroup, void> {
  for (const { base, pitchHz, groups } of fliteBases) {
    for (let group = 0; group < groups; group += 1) {
      const spoken = await speakGroup(engines.flite, { engine: 'flite', base }, random);
      yield spoken;
      // Three times as many further speakers, created by our converter and by our voice changer.
      yield shiftGroup(spoken, pitchHz, random);
      yield shiftGroup(spoken, pitchHz, random);
      const { id } = pick(changerTargets, random);
      yield spoken.map((speech) => changeVoice(speech, id));
    }
  }
  for (const base of espeakBases) {
    for (let group = 0; group < 2; group += 1) {
      yield await speakGroup(engines.espeak, { engine: 'espeak', base }, random);
    }
  }
  for (const tongue of otherTongues) {
    const base = `${tongue}${pick(variants, random)}`;
    yield await speakGroup(engines.espeak, { engine: 'espeak', base }, random, tongue);
  }
}

async function speakGroup(
  speaker: SpeechEngine,
  voice: { readonly engine: 'flite' | 'espeak'; readonly base: string },
  random: () => number,
  tongue = 'en',
): Promise<LabelledSpeech[]> {
  const spoken: LabelledSpeech[] = [];
  for (let index = 0; index < groupSize; index += 1) {
    const pace = 0.75 + 0.55 * random();
    spoken.push(await speakLabelled(speaker, makeText(tongue, random), { ...voice, pace }));
  }
  return spoken;
}

/** Another speaker with the same words. */
function shiftGroup(group: TrainingGroup, pitchHz: number, random: () => number): LabelledSpeech[] {
  const formants = 0.82 + 0.4 * random();
  const pitch = Math.max(0.6, Math.min(2.2, formants ** 2.5 * 2 ** (random() - 0.5)));
  const shift = { pitch, spread: 0.7 + 0.8 * random(), pivotHz: pitchHz, formants };
  return group.map(({ samples, mouths }) => ({
    samples: shiftVoice(samples, FEATURE_RATE_HZ, shift),
    mouths,
  }));
}

/** Words of a language in any order, and words that no language has, so that none is learnt by heart. */
function makeText(tongue: string, random: () => number): string {
  const own = (sentences as Readonly<Record<string, string>>)[tongue] ?? '';
  const common = commonWords[tongue] ?? own.replaceAll(/[.,!?;:]/gu, '').split(/\s+/u);
  const rare = tongue === 'en' ? trainingWords : common;
  const isLatin = /^[\p{Script=Latin}\p{P}\s\d]*$/u.test(own);
  const invented = isLatin ? 0.3 : 0;
  return Array.from({ length: 6 + Math.floor(random() * 6) }, () => {
    const draw = random();
    const word = draw < invented ? inventWord(random) : pick(draw < 0.6 ? common : rare, random);
    return random() < 0.06 ? `${word},` : word;
  }).join(' ');
}

const onsets = 'p b m f v t d n k g s z l r h w p b m pl br tr st sp sk fr gl kr sm bl pr'.split(
  ' ',
);
const vowels = 'a e i o u a e i o u ai au ei oi'.split(' ');
const codas = ['', '', '', '', ...'p b m f t d n k g s l r mp nt st lf rm nd lp sk'.split(' ')];

function inventWord(random: () => number): string {
  const syllables = 1 + Math.floor(random() * 3);
  let word = '';
  for (let index = 0; index < syllables; index += 1) {
    const onset = index === 0 && random() < 0.15 ? '' : pick(onsets, random);
    word +=
      onset +
      pick(vowels, random) +
      (index === syllables - 1 || random() < 0.3 ? pick(codas, random) : '');
  }
  return word;
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}
