import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '../../../base/errors.ts';
import { toWavHeader } from '../../../base/wav-header.ts';
import type { SoundFile } from './sound-file.ts';
import { toWavMarks } from './wav-marks.ts';

const bytesPerSample = 2;
/** Offset of the RIFF size, which is the file's length minus 8 bytes. */
const riffSizeAt = 4;

/** Creates a 16-bit WAV file whose lengths are filled in at the end. */
export async function createWavFile(path: string, sampleRateHz: number): Promise<SoundFile> {
  const file = await translateFailure(open(path, 'w'));
  let samplesWritten = 0;
  await translateFailure(file.write(toWavHeader(sampleRateHz, 0)));
  return {
    async write(samples) {
      await translateFailure(writeAll(file, toBytes(samples)));
      samplesWritten += samples.length;
    },
    async finish(phones = []) {
      const header = Buffer.from(toWavHeader(sampleRateHz, samplesWritten * bytesPerSample));
      if (phones.length > 0) {
        const marks = toWavMarks(phones, sampleRateHz);
        await translateFailure(writeAll(file, marks));
        header.writeUInt32LE(header.readUInt32LE(riffSizeAt) + marks.length, riffSizeAt);
      }
      await translateFailure(file.write(header, 0, header.length, 0));
      await translateFailure(file.close());
    },
    async discard() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

/** Encodes a 16-bit WAV in memory. */
export function toWav(samples: Float32Array, sampleRateHz: number): Uint8Array<ArrayBuffer> {
  const header = toWavHeader(sampleRateHz, samples.length * bytesPerSample);
  const wav = new Uint8Array(header.length + samples.length * bytesPerSample);
  wav.set(header);
  wav.set(toBytes(samples), header.length);
  return wav;
}

function toBytes(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * bytesPerSample);
  for (let index = 0; index < samples.length; index += 1) {
    const value = Math.round(samples[index]! * 32_767);
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), index * bytesPerSample);
  }
  return bytes;
}

function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  return file.appendFile(bytes);
}

async function translateFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new AppError('storage_failed', 'The sound could not be written to disk.', { cause });
  }
}
