import { AppError } from '../../../base/errors.ts';
import type { PiperModel } from '../../packs/voice-files/speech-models.ts';
import type { SpeechEngine } from '../engines/engine.ts';
import { type Phonemizer, toLine } from './phonemes.ts';
import { floats, createIntegerTensor, readSound, type SpeechSessions } from './speech-session.ts';
import { timePhones, toSounds } from './time-phones.ts';

/** Piper's special tokens: start, separator between all sounds, end. */
const marks = { start: '^', between: '_', end: '$' } as const;

/** Opens the voices of Piper. */
export function openPiper(phonemizer: Phonemizer, sessions: SpeechSessions): SpeechEngine {
  return {
    async speak(text, { base, pace, model }) {
      if (model?.kind !== 'piper') {
        throw new AppError('processing_failed', 'Piper speaks with a model of its own only.');
      }
      const line =
        model.letters === 'text'
          ? text.toLowerCase()
          : phonemizer.toClauses(text, base).map(toLine).join(' ');
      const ids = toPiperIds(line, model.ids);
      const [noise, length, noiseOfLengths] = model.scales;
      const { ports } = model;
      const outputs = await sessions.run(model, {
        [ports.input]: createIntegerTensor(ids),
        [ports.lengths]: createIntegerTensor([ids.length], true),
        [ports.scales]: floats(Float32Array.of(noise, length / pace, noiseOfLengths), [3]),
        ...(ports.speaker === null
          ? {}
          : { [ports.speaker]: createIntegerTensor([model.speaker], true) }),
      });
      const samples = readSound(outputs, ports.output, model.name);
      const { sampleRateHz } = model;
      return { samples, sampleRateHz, phones: timePhones(samples, sampleRateHz, toSounds(line)) };
    },
  };
}

/** Converts a line of IPA to token ids; unknown letters are skipped. */
function toPiperIds(line: string, ids: PiperModel['ids']): number[] {
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
