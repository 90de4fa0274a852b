import { AppError } from '../../../base/errors.ts';
import type { PiperModel } from '../../packs/voice/speech-models.ts';
import type { SpeechEngine } from '../engines/engine.ts';
import type { Phonemizer, SpokenClause } from './phonemes.ts';
import { floats, integers, soundOf, type SpeechSessions } from './speech-session.ts';
import { timePhones, toSounds } from './time-phones.ts';

/** Marks that the networks of Piper know: the beginning, between all sounds, the end. */
const marks = { start: '^', between: '_', end: '$' } as const;

/** Voices of Piper. */
export function openPiper(phonemizer: Phonemizer, sessions: SpeechSessions): SpeechEngine {
  return {
    async speak(text, { base, pace, model }) {
      if (model?.kind !== 'piper') {
        throw new AppError('processing_failed', 'Piper speaks with a model of its own only.');
      }
      const clauses =
        model.letters === 'text'
          ? [{ ipa: text.toLowerCase(), mark: '' }]
          : phonemizer.toClauses(text, base);
      const ids = toPiperIds(joinClauses(clauses), model.ids);
      const [noise, length, noiseOfLengths] = model.scales;
      const { ports } = model;
      const outputs = await sessions.run(model, {
        [ports.input]: integers(ids),
        [ports.lengths]: integers([ids.length], true),
        [ports.scales]: floats(Float32Array.of(noise, length / pace, noiseOfLengths), [3]),
        ...(ports.speaker === null ? {} : { [ports.speaker]: integers([model.speaker], true) }),
      });
      const samples = soundOf(outputs, ports.output, model.name);
      const sounds = clauses.flatMap(({ ipa, mark }) => toSounds(ipa, mark));
      const { sampleRateHz } = model;
      return { samples, sampleRateHz, phones: timePhones(samples, sampleRateHz, sounds) };
    },
  };
}

/** Clauses as one line, as the networks heard it in training: `həlˈoʊ, wˈɜːld.` */
export function joinClauses(clauses: readonly SpokenClause[]): string {
  return clauses.map(({ ipa, mark }) => ipa + mark).join(' ');
}

/** The numbers of a line of IPA; letters that the network does not know are left out. */
export function toPiperIds(line: string, ids: PiperModel['ids']): number[] {
  const numbersOf = (mark: string): readonly number[] => ids[mark] ?? [];
  const between = numbersOf(marks.between);
  const numbers = [...numbersOf(marks.start), ...between];
  for (const letter of line.normalize('NFD')) {
    const known = numbersOf(letter);
    if (known.length > 0) {
      numbers.push(...known, ...between);
    }
  }
  return [...numbers, ...numbersOf(marks.end)];
}
