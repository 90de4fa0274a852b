import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Dictionary, Packet, type Stream } from 'node-av/lib';
import { AppError, invariant } from '../../../base/errors.ts';
import { type Fraction, fromMicroseconds, toMicroseconds, toNumber } from '../ffmpeg.ts';
import { openInput, readOnly, readPacket } from '../open-input.ts';
import { createOutputFile, type OutputFile } from '../output-file.ts';
import { addSoundTrack, type SoundSource } from '../audio/sound-track.ts';
import type { WrittenVideo } from './video-writer.ts';

/** Part of a video in a separate file, which begins with a key frame and refers to no frame of other parts. */
export interface VideoPart {
  readonly path: string;
  /** Time of the part's 0 in the joined video. */
  readonly startUs: number;
}

/** Parts and sound of a joined video. */
export interface VideoJoin {
  /** Parts in order; at least one. */
  readonly parts: readonly VideoPart[];
  /** File whose sound is added; the joined video is silent when absent. */
  readonly sound?: SoundSource | undefined;
  /** Comment in the metadata of the file. */
  readonly comment?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Packets between two turns of the event loop. */
const packetsPerTurn = 256;

/**
 * Concatenates parts of a video by packets, without encoding. The MP4 file appears at `path` when it is complete.
 * Throws `processing_failed` for parts of different encoder settings, and the reason of the signal; then there is no
 * file.
 */
export async function joinVideos(path: string, join: VideoJoin): Promise<WrittenVideo> {
  const [first] = join.parts;
  invariant(first !== undefined, 'a video has a part');
  const output = createOutputFile(path);
  let added: Awaited<ReturnType<typeof addSoundTrack>> | null = null;
  try {
    if (join.comment !== undefined) {
      output.container.metadata = Dictionary.fromObject({ comment: join.comment });
    }
    const track = await addTrack(first, output);
    added = join.sound === undefined ? null : await addSoundTrack(join.sound, output);
    output.begin();
    const sound = added?.track;
    const frames = await copyParts(join, {
      track,
      output,
      reached: (timeUs) => sound?.writeUntil(timeUs),
    });
    await sound?.writeUntil(Number.POSITIVE_INFINITY);
    join.signal?.throwIfAborted();
    await output.commit();
    return { frames, sizeBytes: (await stat(path)).size, sound: added?.treatment ?? 'none' };
  } finally {
    await added?.track?.close();
    await output.discard();
  }
}

/** Output track, time base and parameters that all parts share. */
interface PartTrack {
  readonly target: Stream;
  readonly timeBase: Fraction;
  /** SPS and PPS. */
  readonly extradata: Buffer;
}

async function openPart({ path }: VideoPart) {
  const input = await openInput(path);
  const stream = input.video;
  const extradata = stream?.codecpar.extradata ?? null;
  if (stream === null || extradata === null) {
    input.close();
    throw unlike();
  }
  readOnly(input, stream);
  const { num, den } = stream.timeBase;
  return { input, stream, timeBase: { num, den }, extradata };
}

async function addTrack(part: VideoPart, output: OutputFile): Promise<PartTrack> {
  const { input, stream, timeBase, extradata } = await openPart(part);
  try {
    const target = output.addCopied(stream);
    target.avgFrameRate = stream.avgFrameRate;
    return { target, timeBase, extradata };
  } finally {
    input.close();
  }
}

interface Copying {
  readonly track: PartTrack;
  readonly output: OutputFile;
  /** Called before each packet with the decoding time of the video; writes the sound up to there. */
  readonly reached: (timeUs: number) => Promise<void> | undefined;
}

/** Copies the packets of all parts; returns their number. */
async function copyParts(
  { parts, signal }: VideoJoin,
  { track: { target, timeBase, extradata }, output, reached }: Copying,
): Promise<number> {
  const toWhole = createPacketClock();
  const packet = new Packet();
  packet.alloc();
  let frames = 0;
  try {
    for (const part of parts) {
      const { input, stream, ...own } = await openPart(part);
      try {
        if (!own.extradata.equals(extradata) || toNumber(own.timeBase) !== toNumber(timeBase)) {
          throw unlike();
        }
        const origin = fromMicroseconds(part.startUs, timeBase);
        while (readPacket(input, stream.index, packet)) {
          toWhole(packet, origin);
          await reached(toMicroseconds(packet.dts, timeBase) ?? 0);
          output.write(packet, target, timeBase);
          frames += 1;
          if (frames % packetsPerTurn === 0) {
            await nextTurn();
            signal?.throwIfAborted();
          }
        }
      } finally {
        input.close();
      }
    }
  } finally {
    packet.free();
  }
  return frames;
}

/**
 * Creates a function that shifts packets to their time in the joined video. B frames put decoding times before
 * presentation times, so the first packets of a part may fall before the last of the previous part; they follow those
 * by one tick each.
 */
function createPacketClock(): (packet: Packet, origin: bigint) => void {
  let lastDts: bigint | null = null;
  return (packet, origin) => {
    const dts = packet.dts + origin;
    packet.pts += origin;
    packet.dts = lastDts !== null && dts <= lastDts ? lastDts + 1n : dts;
    lastDts = packet.dts;
  };
}

function unlike(): AppError {
  return new AppError(
    'processing_failed',
    'The segments of the video were not encoded alike and cannot be joined.',
  );
}
