import { Packet } from 'node-av/lib';
import { AppError } from '../../base/errors.ts';
import { type Chapter, reserveChapters, writeChapters } from './chapters.ts';
import { fromMicroseconds, shiftBack, toMicroseconds } from './ffmpeg.ts';
import { type Input, openInput, readOnly, readPacket } from './open-input.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import { addSoundTrack } from './audio/sound-track.ts';
import type { AddedSoundTrack } from './audio/added-sound-track.ts';

/** Options for finishing a recording. */
export interface RecordingFinish {
  /** Path of the recording as the browser wrote it. */
  readonly from: string;
  /** Path of the finished file. */
  readonly to: string;
  /** Chapter marks in order of time. */
  readonly chapters?: readonly Chapter[] | undefined;
}

/**
 * Remuxes a browser's recording into an MP4 that common players can play: video copied, sound copied or transcoded to
 * AAC, index in front, with chapters. Throws `unsupported_format` when the recording has no video.
 */
export async function finishRecording({ from, to, chapters = [] }: RecordingFinish): Promise<void> {
  const input = await openInput(from);
  const output = createOutputFile(to);
  let sound: AddedSoundTrack | null = null;
  try {
    const { video } = input;
    if (video === null) {
      throw new AppError('unsupported_format', 'The recording has no picture.');
    }
    const target = output.addCopied(video);
    sound = (await addSoundTrack({ path: from }, output)).track;
    if (chapters.length > 0) {
      reserveChapters(output.container, chapters);
    }
    output.begin();
    await copyPicture({ input, video, output, target, sound });
    await sound?.writeUntil(Number.POSITIVE_INFINITY);
    await sound?.close();
    sound = null;
    await output.commit((path) => (chapters.length > 0 ? writeChapters(path, chapters) : null));
  } catch (error) {
    await sound?.close();
    await output.discard();
    throw error;
  } finally {
    input.close();
  }
}

async function copyPicture(parts: {
  readonly input: Input;
  readonly video: NonNullable<Input['video']>;
  readonly output: OutputFile;
  readonly target: ReturnType<OutputFile['addCopied']>;
  readonly sound: AddedSoundTrack | null;
}): Promise<void> {
  const { input, video, output, target, sound } = parts;
  readOnly(input, video);
  const { timeBase, index } = video;
  const origin = fromMicroseconds(input.originUs, timeBase);
  const packet = new Packet();
  packet.alloc();
  let next = 0n;
  try {
    while (readPacket(input, index, packet)) {
      // Browsers record without B frames, so decoding order is display order. Equal timestamps happen, which MP4 cannot
      // store.
      const at = shiftBack(packet.dts, origin);
      packet.dts = at < next ? next : at;
      packet.pts = packet.dts;
      next = packet.dts + 1n;
      // Interleaved with the video, so that the muxer buffers little.
      await sound?.writeUntil(toMicroseconds(packet.dts, timeBase) ?? 0);
      output.write(packet, target, timeBase);
    }
  } finally {
    packet.free();
  }
}
