import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Dictionary, Packet, type Stream } from 'node-av/lib';
import { AppError, invariant } from '../../base/errors.ts';
import { type Fraction, fromMicroseconds, toMicroseconds, toNumber } from './ffmpeg.ts';
import { openInput, readOnly, readPacket } from './open-input.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import { addSoundTrack, type SoundSource } from './sound-track.ts';
import type { WrittenVideo } from './video-writer.ts';

/** A part of a video in a file of its own, which begins with a key frame and needs nothing of the others. */
export interface VideoPart {
  readonly path: string;
  /** When its 0 is shown, from the beginning of the whole. */
  readonly startUs: number;
}

/** What is joined, and what goes along. */
export interface VideoJoin {
  /** In order; at least one. */
  readonly parts: readonly VideoPart[];
  /** The file whose sound goes along, whole; none when absent. */
  readonly sound?: SoundSource | undefined;
  /** What the file says of itself to programs that look. */
  readonly comment?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** After this many packets others get a turn. */
const packetsPerTurn = 256;

/**
 * Puts parts of a video one behind the other, packet by packet: no picture is encoded again. The MP4 file comes to be at
 * `path` when it is complete. Throws `processing_failed` for parts that were not encoded alike, and the reason of the
 * signal; then there is no file.
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
    const track = await addTrackOf(first, output);
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

/** What parts have in common. */
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

async function addTrackOf(part: VideoPart, output: OutputFile): Promise<PartTrack> {
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
  /** Told before each packet how far the picture is: sound is written along. */
  readonly reached: (timeUs: number) => Promise<void> | undefined;
}

/** Copies the packets of all parts; returns how many. */
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
 * Moves packets to their time in the whole. The first of a part are decoded as long before they are shown as frames are put
 * in another order, which may be before the last ones of the part before them: they follow those at once.
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
