import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import { STYLE_SIZE } from '../../packs/recognise/voices/kokoro-signature.ts';
import type { KokoroModel } from '../../packs/voice-files/speech-models.ts';
import type { Phone, Speech, SpeechEngine } from '../engines/engine.ts';
import { kokoroIds, toIpa, toKokoroLetters } from './kokoro-letters.ts';
import { readStyles, selectStyle } from './kokoro-style.ts';
import type { Phonemizer, SpokenClause } from './phonemes.ts';
import { floats, createIntegerTensor, readSound, type SpeechSessions } from './speech-session.ts';
import { distributeTime, timePhones, toSounds, type WeightedSound } from './time-phones.ts';

/** Maximum number of tokens per run, without the padding at both ends. */
const MAX_LETTERS = 510;
/** Padding token before and after the letters. */
const PAD = 0;
/** Number of rows in the style tables of networks before version 1. */
const FIRST_ROWS = 511;

/** Letter with its token id. */
interface Letter {
  readonly letter: string;
  readonly id: number;
}

/** Opens the voices of Kokoro. */
export function openKokoro(phonemizer: Phonemizer, sessions: SpeechSessions): SpeechEngine {
  const loaded = new Map<string, Promise<Float32Array<ArrayBuffer>>>();

  function listStyles({ style }: KokoroModel): Promise<Float32Array<ArrayBuffer>> {
    const key = `${style.path}\n${style.entry ?? ''}\n${style.start}`;
    const styles = loaded.get(key) ?? readStyles(style);
    loaded.set(key, styles);
    styles.catch(() => loaded.delete(key));
    return styles;
  }

  return {
    async speak(text, { base, pace, model }) {
      if (model?.kind !== 'kokoro') {
        throw new AppError('processing_failed', 'Kokoro speaks with a model of its own only.');
      }
      const styles = await listStyles(model);
      const isFirst = styles.length === FIRST_ROWS * STYLE_SIZE;
      const clauses = phonemizer.toClauses(text, base);
      const letters = toLetters(clauses, base, { ids: model.ids ?? kokoroIds, isFirst });
      const parts: Speech[] = [];
      for (const part of cutLetters(letters)) {
        parts.push(await speakPart(sessions, model, { letters: part, styles, pace }));
      }
      return joinSpeech(parts, model.sampleRateHz);
    },
  };
}

function toLetters(
  clauses: readonly SpokenClause[],
  reader: string,
  { ids, isFirst }: { readonly ids: Readonly<Record<string, number>>; readonly isFirst: boolean },
): readonly Letter[] {
  const line = clauses
    .map(({ words, mark }) => {
      const spoken = words.map((word) =>
        word.map((sound) => toKokoroLetters(sound, reader, isFirst)).join(''),
      );
      return spoken.join(' ') + mark;
    })
    .join(' ');
  return Array.from(line).flatMap((letter) => {
    const id = ids[letter];
    return id === undefined ? [] : [{ letter, id }];
  });
}

/** Splits letters into parts for one run each, at spaces. */
function cutLetters(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  const parts: (readonly Letter[])[] = [];
  let rest = letters;
  while (rest.length > MAX_LETTERS) {
    const blank = rest.slice(0, MAX_LETTERS).findLastIndex(({ letter }) => letter === ' ');
    const cut = blank > 0 ? blank + 1 : MAX_LETTERS;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}

async function speakPart(
  sessions: SpeechSessions,
  model: KokoroModel,
  spoken: {
    readonly letters: readonly Letter[];
    readonly styles: Float32Array<ArrayBuffer>;
    readonly pace: number;
  },
): Promise<Speech> {
  const { ports, sampleRateHz, name } = model;
  const { letters, pace } = spoken;
  const speed: PoolTensor = ports.speed.isInteger
    ? { type: 'int32', dims: [1], values: Int32Array.of(Math.max(1, Math.round(pace))) }
    : floats(Float32Array.of(pace), [1]);
  const outputs = await sessions.run(model, {
    [ports.tokens]: createIntegerTensor([PAD, ...letters.map(({ id }) => id), PAD]),
    [ports.style]: floats(selectStyle(spoken.styles, letters.length), [1, STYLE_SIZE]),
    [ports.speed.name]: speed,
  });
  const samples = readSound(outputs, ports.output, name);
  const durations = ports.durations === null ? undefined : outputs[ports.durations];
  const timed = durations === undefined ? null : timeLetters(letters, durations);
  const sounds = toSounds(letters.map(({ letter }) => toIpa(letter)).join(''));
  const phones =
    timed === null
      ? timePhones(samples, sampleRateHz, sounds)
      : distributeTime(timed, 0, (samples.length * 1000) / sampleRateHz);
  return { samples, sampleRateHz, phones };
}

/** Reads sounds with the durations that the network predicts; null when their number does not match. */
function timeLetters(letters: readonly Letter[], { values }: PoolTensor): WeightedSound[] | null {
  const weights = Array.from<number | bigint, number>(values, Number);
  if (weights.length !== letters.length + 2 || weights.some((weight) => !(weight >= 0))) {
    return null;
  }
  const sounds: { symbol: string; weight: number }[] = [{ symbol: '', weight: weights[0] ?? 0 }];
  let before = '';
  let early = 0;
  for (const [index, { letter }] of letters.entries()) {
    const weight = weights[index + 1] ?? 0;
    const last = sounds.at(-1);
    if (/[ˈˌ]/u.test(letter)) {
      before = letter;
      early = weight;
    } else if (/[\p{M}ːʰʲ]/u.test(letter) && last !== undefined) {
      last.symbol += letter;
      last.weight += weight;
    } else {
      const isSound = /\p{L}/u.test(letter);
      sounds.push({ symbol: isSound ? before + toIpa(letter) : '', weight: early + weight });
      before = '';
      early = 0;
    }
  }
  return [...sounds, { symbol: '', weight: weights.at(-1) ?? 0 }];
}

function joinSpeech(parts: readonly Speech[], sampleRateHz: number): Speech {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) {
    return first;
  }
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length, 0));
  const phones: Phone[] = [];
  let at = 0;
  for (const part of parts) {
    samples.set(part.samples, at);
    const byMs = (at * 1000) / sampleRateHz;
    for (const phone of part.phones) {
      phones.push({ ...phone, startMs: phone.startMs + byMs, endMs: phone.endMs + byMs });
    }
    at += part.samples.length;
  }
  return { samples, sampleRateHz, phones };
}
