import { AppError } from '../../base/errors.ts';
import { voiceAudio } from './sockets.ts';

const LENGTH_BYTES = 4;

/**
 * First message of a voice-changer client: the length as four bytes, most significant first, and the
 * WAV, together in one binary message. No WAV means the catalogue voice of the session, and may be left out.
 */
export function encodeVoiceReference(wav: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const length = wav?.byteLength ?? 0;
  const message = new Uint8Array(LENGTH_BYTES + length);
  new DataView(message.buffer).setUint32(0, length);
  if (wav !== null) {
    message.set(wav, LENGTH_BYTES);
  }
  return message;
}

/**
 * Returns whether the first message of a session with a voice is a reference rather than audio. A reference states its
 * length and begins as a WAV does, or states the length 0, which two silent samples do as well.
 */
export function isVoiceReference(message: Uint8Array): boolean {
  const stated = [...message.subarray(0, LENGTH_BYTES)].reduce((sum, byte) => sum * 256 + byte, 0);
  const isEmpty = message.byteLength === LENGTH_BYTES && stated === 0;
  const isWav = String.fromCharCode(...message.subarray(LENGTH_BYTES, LENGTH_BYTES + 4)) === 'RIFF';
  return isEmpty || (isWav && stated === message.byteLength - LENGTH_BYTES);
}

/**
 * WAV of {@link encodeVoiceReference}, a view into the message; null when it asks for the catalogue
 * voice. Throws `invalid_input` when length and message do not match, `input_too_large` past the limit.
 */
export function decodeVoiceReference(message: Uint8Array): Uint8Array | null {
  if (message.byteLength < LENGTH_BYTES) {
    throw createBadReferenceError(`it has ${message.byteLength} bytes, the length alone takes 4`);
  }
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const stated = view.getUint32(0);
  const got = message.byteLength - LENGTH_BYTES;
  if (stated !== got) {
    throw createBadReferenceError(`it states ${stated} bytes of WAV and carries ${got}`);
  }
  if (got > voiceAudio.maxReferenceBytes) {
    throw new AppError('input_too_large', 'The reference may have at most 45 MB.');
  }
  return got === 0 ? null : message.subarray(LENGTH_BYTES);
}

function createBadReferenceError(problem: string): AppError {
  return new AppError(
    'invalid_input',
    `The first message must be the length and the WAV in one binary message; ${problem}.`,
  );
}
