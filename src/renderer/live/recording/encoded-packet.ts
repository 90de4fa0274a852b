import { EncodedPacket } from 'mediabunny';
import type { RingPacket } from './replay-ring.ts';

/** Packet of one of the two encoders, shared by all files. Its bytes are never changed. */
export interface TrackPacket extends RingPacket {
  readonly encoded: EncodedPacket;
}

const microseconds = 1_000_000;

/** Copies the output of an encoder. */
export function toTrackPacket(
  track: TrackPacket['track'],
  chunk: EncodedVideoChunk | EncodedAudioChunk,
): TrackPacket {
  const encoded = EncodedPacket.fromEncodedChunk(chunk);
  return {
    track,
    isKey: encoded.type === 'key',
    timestampUs: chunk.timestamp,
    durationUs: Math.round(encoded.duration * microseconds),
    byteLength: encoded.byteLength,
    encoded,
  };
}

/** Shifts a packet to a file that begins at `startUs`. */
export function shiftToFile({ encoded, timestampUs }: TrackPacket, startUs: number): EncodedPacket {
  return encoded.clone({ timestamp: (timestampUs - startUs) / microseconds });
}
