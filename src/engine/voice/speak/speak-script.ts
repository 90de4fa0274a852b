import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { CatalogueVoice } from '../catalogue.ts';
import type { Phone, Speech } from '../engines/engine.ts';
import { cutText, PARAGRAPH_PAUSE_MS, readScript, type ScriptPiece } from '../text/script.ts';
import type { Speaker } from './speaker.ts';

/** Spoken part of a script. Parts are contiguous. */
export interface SpokenPart extends Speech {
  /** Phones in order; their times count from the beginning of the script. */
  readonly phones: readonly Phone[];
  /** Fraction of the script that is spoken at the end of this part, 0..1. */
  readonly fraction: number;
}

/** Script with its voice. */
export interface ScriptRequest {
  readonly script: string;
  readonly voice: CatalogueVoice;
  /** True when speech begins with a short part, for a short time to the first sound; false by default. */
  readonly isLive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Length of the first part in characters, about a second of speech: a slow machine synthesises it in 50 ms, half by
 * Flite and half by the converter. The second that it lasts is ten times the time that the next part needs.
 */
const FIRST_PART = 22;
/**
 * Maximum length of joined sentences in characters when latency does not matter: each start costs Flite 20 ms of
 * processor time, a quarter of a sentence. Text of this length takes 30 MB.
 */
const JOINED_PART = 400;

/**
 * Speaks a script part by part; the next part is synthesised while the consumer handles the last. Throws
 * `processing_failed` when nothing in the script can be spoken.
 */
export async function* speakScript(
  speaker: Speaker,
  { script, voice, isLive = false, signal }: ScriptRequest,
): AsyncGenerator<SpokenPart, void> {
  const pieces = toPieces(script, voice, isLive);
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0);
  let done = 0;
  let startMs = 0;
  let next = speakPiece(speaker, pieces[0], voice);
  for (const [index, piece] of pieces.entries()) {
    const speech = await next;
    next = speakPiece(speaker, pieces[index + 1], voice);
    next.catch(() => undefined); // Awaiting the part throws the error; a consumer that stops never awaits it.
    signal?.throwIfAborted();
    done += piece.text.length;
    if (speech !== null) {
      const part = addPause(speech, index === pieces.length - 1 ? 0 : piece.pauseMs);
      yield { ...part, phones: shiftPhones(part.phones, startMs), fraction: done / total };
      startMs += (part.samples.length * 1000) / part.sampleRateHz;
    }
  }
}

function toPieces(script: string, voice: CatalogueVoice, isLive: boolean): ScriptPiece[] {
  const pieces = readScript(script, voice.tag);
  const [first, ...rest] = pieces;
  if (first === undefined) {
    throw new AppError(
      'processing_failed',
      'There is nothing in script that can be spoken: it has no letters or digits.',
      { details: faultDetails('nothing_to_say') },
    );
  }
  if (!isLive) {
    return voice.engine === 'flite' ? joinPieces(pieces) : pieces;
  }
  const [head, ...tail] = cutText(first.text, FIRST_PART);
  return head === undefined || tail.length === 0
    ? pieces
    : [{ text: head, pauseMs: 0 }, { text: tail.join(''), pauseMs: first.pauseMs }, ...rest];
}

/** Joins the sentences of a paragraph; Flite makes the pauses between them. */
function joinPieces(pieces: readonly ScriptPiece[]): ScriptPiece[] {
  const joined: ScriptPiece[] = [];
  let last: ScriptPiece | undefined;
  for (const piece of pieces) {
    const fits = (last?.text.length ?? JOINED_PART) + piece.text.length < JOINED_PART;
    if (last !== undefined && fits && last.pauseMs < PARAGRAPH_PAUSE_MS) {
      joined.pop();
      last = { text: `${last.text} ${piece.text}`, pauseMs: piece.pauseMs };
    } else {
      last = piece;
    }
    joined.push(last);
  }
  return joined;
}

async function speakPiece(
  speaker: Speaker,
  piece: ScriptPiece | undefined,
  voice: CatalogueVoice,
): Promise<Speech | null> {
  return piece === undefined ? null : speaker.speak(piece.text, voice);
}

function addPause(speech: Speech, pauseMs: number): Speech {
  if (pauseMs === 0) {
    return speech;
  }
  const { sampleRateHz, phones } = speech;
  const spoken = speech.samples.length;
  const samples = new Float32Array(spoken + Math.round((pauseMs * sampleRateHz) / 1000));
  samples.set(speech.samples);
  const pause: Phone = {
    symbol: '',
    viseme: 'sil',
    startMs: phones.at(-1)?.endMs ?? 0,
    endMs: (samples.length * 1000) / sampleRateHz,
  };
  return { samples, sampleRateHz, phones: [...phones, pause] };
}

function shiftPhones(phones: readonly Phone[], byMs: number): Phone[] {
  return phones.map((phone) => ({
    ...phone,
    startMs: phone.startMs + byMs,
    endMs: phone.endMs + byMs,
  }));
}
