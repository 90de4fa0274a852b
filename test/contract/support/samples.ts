import type { OperationShape } from '../../../src/contract/api/kit.ts';
import { makeMedia } from '../../service/files/media-fixtures.ts';
import { makePicture } from '../../service/files/picture-fixtures.ts';

/** Keys of one upload of each kind. */
export interface SampleKeys {
  readonly images: string;
  readonly audio: string;
  readonly videos: string;
}

type Samples = Readonly<Record<keyof SampleKeys, Blob>>;

let made: Promise<Samples> | null = null;

/**
 * Small real files, created once. The WAV contains only bytes below 128, so it survives a proxy that treats it as text.
 */
export function makeSamples(): Promise<Samples> {
  made ??= make().catch((error: unknown) => {
    made = null; // The next caller tries again.
    throw error;
  });
  return made;
}

async function make(): Promise<Samples> {
  const image = await makePicture('png', [320, 300]);
  const video = await makeMedia({ ext: 'mp4', video: 'h264', seconds: 3, size: [320, 300] });
  return {
    images: new Blob([new Uint8Array(image)], { type: 'image/png' }),
    audio: new Blob([makeAsciiWav(0.5)], { type: 'audio/wav' }),
    videos: new Blob([new Uint8Array(video)], { type: 'video/mp4' }),
  };
}

/** Mono 8-bit PCM at 8 kHz whose every byte is below 128. */
export function makeAsciiWav(seconds: number): Uint8Array<ArrayBuffer> {
  // The size fields must have no byte of 128 or more either: lengths of 0x7f per byte at most.
  const length = (Math.floor((seconds * 8000) / 256) << 8) & 0x7f00;
  const bytes = Buffer.alloc(44 + length, 64);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + length, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(length, 40);
  return new Uint8Array(bytes);
}

/** The example body of an operation with real keys instead of invented ones. */
export function toRealBody(
  operation: Pick<OperationShape, 'example'>,
  keys: SampleKeys,
): Record<string, unknown> {
  const text = JSON.stringify(operation.example.body ?? {}).replaceAll(
    /"api\/(images|audio|videos)\/[^"]+"/g,
    (_, kind: keyof SampleKeys) => JSON.stringify(keys[kind]),
  );
  return JSON.parse(text);
}
