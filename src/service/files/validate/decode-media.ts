/**
 * Decodes the beginning and the end of a file with FFmpeg and walks over every packet between.
 * Synchronous throughout: it has its process to itself, and a call per packet from a thread pool made
 * an hour of video take seconds longer.
 */
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_FLAG_CORRUPT,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import {
  avGetCodecName,
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  type Stream,
} from 'node-av/lib';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { decoders, findDemuxer } from '../../../engine/io/accepted.ts';
import { requireFrameMemory } from '../../../engine/io/decoder.ts';
import { isDrained } from '../../../engine/io/ffmpeg.ts';
import { type FormatId, formats } from '../formats.ts';

/** A video track, sizes as coded. */
export interface DecodedVideo {
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
}

/** An audio track. */
export interface DecodedAudio {
  readonly codec: string;
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** Decoded content of a file. At least one of the tracks exists. */
export interface DecodedMedia {
  readonly durationMs: number;
  readonly video: DecodedVideo | null;
  readonly audio: DecodedAudio | null;
}

/** Packets that are decoded at each end, per track. */
const windowPackets = 48;
/** Deviation from the declared length from which a file counts as truncated. */
const tolerance = { fraction: 0.1, ms: 1000 };
/**
 * Content that lasts this much longer than stated has a broken table of times. Recordings of
 * browsers may state too little, but then they state nothing.
 */
const excess = { factor: 10, ms: 60_000 };

/** An open file, and the one packet and frame that everything passes through. */
interface Reader {
  readonly container: FormatContext;
  readonly packet: Packet;
  readonly frame: Frame;
}

/** Values of the stream needed for every packet are cached here: each access through FFmpeg costs a call. */
interface Track {
  readonly stream: Stream;
  readonly index: number;
  readonly isAudio: boolean;
  /** Milliseconds of one unit of its timestamps. */
  readonly unitMs: number;
  readonly codec: string;
  readonly decoder: CodecContext;
  packets: number;
  windowPackets: number;
  frames: number;
  /** Start of the first and the last packet, and end of the last one if stated. */
  startMs: number;
  lastMs: number;
  endMs: number;
  /** Start of the decoded end, in the track's own units: the last key frame, or the last second of audio. */
  endWindow: bigint | null;
}

/** Decodes a file of a known container. Throws when it cannot be decoded as the declared format. */
export function decodeMedia(path: string, format: FormatId, framePixels: number): DecodedMedia {
  const container = new FormatContext();
  const tracks: Track[] = [];
  const packet = new Packet();
  const frame = new Frame();
  const reader = { container, packet, frame };
  try {
    packet.alloc();
    frame.alloc();
    openContainer(container, path, format);
    tracks.push(...openTracks(container, framePixels));
    walkPackets(reader, tracks);
    const durationMs = toDuration(container, tracks);
    for (const track of tracks) {
      decodeEnd(reader, track);
    }
    return { durationMs, ...describe(tracks, durationMs) };
  } finally {
    frame.free();
    packet.free();
    for (const { decoder } of tracks) {
      decoder.freeContext();
    }
    container.closeInputSync();
  }
}

function openContainer(container: FormatContext, path: string, format: FormatId): void {
  const demuxer = InputFormat.findInputFormat(findDemuxer(formats[format].mime) ?? '');
  if (demuxer === null) {
    throw new Error(`There is no demuxer for ${format}.`);
  }
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    codec_whitelist: decoders.join(),
    max_streams: 32,
  });
  container.allocContext();
  check(container.openInputSync(`file:${path}`, demuxer, options), 'open');
  check(container.findStreamInfoSync(), 'read the tracks');
}

function openTracks(container: FormatContext, framePixels: number): Track[] {
  const { streams } = container;
  const video = streams.find(
    ({ codecpar, disposition }) =>
      codecpar.codecType === AVMEDIA_TYPE_VIDEO &&
      (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0,
  );
  // The default track, which need not be the first.
  const best = container.findBestStream(AVMEDIA_TYPE_AUDIO);
  const audio = streams.find(({ index }) => index === best);
  if (video !== undefined && video.codecpar.width * video.codecpar.height > framePixels) {
    const { width, height } = video.codecpar;
    throw new AppError(
      'input_too_large',
      `The video has ${width} × ${height} pixels; at most ${framePixels / 1e6} million pixels are accepted.`,
      {
        details: faultDetails('too_many_pixels', {
          width,
          height,
          max_megapixels: framePixels / 1e6,
        }),
      },
    );
  }
  const tracks = [video, audio]
    .filter((stream) => stream !== undefined)
    .map((stream) => openTrack(stream, framePixels));
  if (tracks.length === 0) {
    throw new Error('There is neither picture nor sound.');
  }
  return tracks;
}

function openTrack(stream: Stream, framePixels: number): Track {
  const codec = avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
  const found = Codec.findDecoder(stream.codecpar.codecId);
  if (found === null || !decoders.includes(found.name ?? '')) {
    throw new AppError(
      'unsupported_format',
      `The file is coded with ${codec}, which is not accepted. Use H.264, HEVC, AV1, VP8 or VP9 for the picture and AAC, MP3, Opus, Vorbis, FLAC or PCM for the sound.`,
      { details: faultDetails('unknown_codec', { codec }) },
    );
  }
  const decoder = new CodecContext();
  decoder.allocContext3(found);
  check(decoder.parametersToContext(stream.codecpar), 'set up the decoder');
  decoder.threadCount = 1;
  // Set as an option of the context: a dictionary passed to open2 is freed twice and crashes the process.
  check(decoder.setOption('max_pixels', framePixels), 'limit the decoder');
  check(decoder.open2Sync(found), 'open the decoder');
  const { num, den } = stream.timeBase;
  return {
    stream,
    index: stream.index,
    isAudio: stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO,
    unitMs: (1000 * num) / den,
    codec,
    decoder,
    packets: 0,
    windowPackets: 0,
    frames: 0,
    startMs: Number.POSITIVE_INFINITY,
    lastMs: 0,
    endMs: 0,
    endWindow: null,
  };
}

/** Every packet is read, those of the beginning are decoded. */
function walkPackets(reader: Reader, tracks: readonly Track[]): void {
  const { packet, frame } = reader;
  while (readPacket(reader)) {
    const { streamIndex } = packet;
    const track = tracks.find(({ index }) => index === streamIndex);
    if (track !== undefined) {
      notePacket(track, packet);
      if (track.windowPackets < windowPackets) {
        decodePacket(track, packet, frame);
      }
    }
    packet.unref();
  }
  for (const track of tracks) {
    decodePacket(track, null, frame);
    if (track.packets > 0 && track.frames === 0) {
      throw new Error(`Nothing of the ${track.codec} track could be decoded.`);
    }
  }
}

function readPacket({ container, packet }: Reader): boolean {
  const code = container.readFrameSync(packet);
  if (code === AVERROR_EOF) {
    return false;
  }
  check(code, 'read on');
  if (packet.hasFlags(AV_PKT_FLAG_CORRUPT)) {
    throw new Error('A packet is incomplete.');
  }
  return true;
}

function notePacket(track: Track, packet: Packet): void {
  const { unitMs } = track;
  const at = toTimestamp(packet);
  track.packets += 1;
  if (at === null) {
    // Only packets before the first timestamp have none, such as the first of a bare FLAC stream.
    track.startMs = Math.min(track.startMs, 0);
  } else {
    const atMs = Number(at) * unitMs;
    track.startMs = Math.min(track.startMs, atMs);
    track.lastMs = Math.max(track.lastMs, atMs);
    track.endMs = Math.max(track.endMs, atMs + Number(packet.duration) * unitMs);
    if (track.isAudio) {
      track.endWindow = at - BigInt(Math.floor(1000 / unitMs));
    } else if (packet.isKeyframe) {
      track.endWindow = at;
    }
  }
}

/** FFmpeg marks an unknown timestamp with the smallest 64-bit number. */
const unknownTimestamp = -(2n ** 63n);

function toTimestamp(packet: Packet): bigint | null {
  const { pts } = packet;
  if (pts !== unknownTimestamp) {
    return pts;
  }
  const { dts } = packet;
  return dts === unknownTimestamp ? null : dts;
}

/** A decoder may refuse a packet (a recording that begins between key frames); frames are what counts. */
function decodePacket(track: Track, packet: Packet | null, frame: Frame): void {
  track.windowPackets += 1;
  const sent = track.decoder.sendPacketSync(packet);
  let received = track.decoder.receiveFrameSync(frame);
  for (; received >= 0; received = track.decoder.receiveFrameSync(frame)) {
    track.frames += 1;
    frame.unref();
  }
  if (sent < 0 || !isDrained(received)) {
    requireFrameMemory(track.decoder);
  }
}

/** Decodes the end; what cannot seek has been walked over already. */
function decodeEnd(reader: Reader, track: Track): void {
  const { container, packet, frame } = reader;
  const { stream, endWindow, packets } = track;
  const isSeen = packets <= windowPackets;
  if (isSeen || endWindow === null) {
    return;
  }
  if (container.seekFrameSync(stream.index, endWindow, AVSEEK_FLAG_BACKWARD) < 0) {
    return;
  }
  track.decoder.flushBuffers();
  track.frames = 0;
  track.windowPackets = 0;
  while (track.windowPackets < windowPackets && readPacket(reader)) {
    if (packet.streamIndex === track.index) {
      decodePacket(track, packet, frame);
    }
    packet.unref();
  }
  const sent = track.windowPackets;
  decodePacket(track, null, frame);
  if (sent > 0 && track.frames === 0) {
    throw new Error(`The end of the ${track.codec} track could not be decoded.`);
  }
}

function toDuration(container: FormatContext, tracks: readonly Track[]): number {
  const walked = tracks.filter(({ packets }) => packets > 0);
  const startMs = Math.min(...walked.map((track) => track.startMs));
  const endMs = Math.max(...walked.map(toEndMs));
  const durationMs = Math.round(endMs - Math.max(0, startMs));
  if (!Number.isFinite(durationMs) || durationMs <= 0) {
    throw new Error('There is nothing to play.');
  }
  const statedMs = Number(container.duration) / 1000;
  const missingMs = statedMs - durationMs;
  if (missingMs > Math.max(tolerance.ms, tolerance.fraction * statedMs)) {
    throw new Error('The content ends before its stated length.');
  }
  if (statedMs > 0 && durationMs > excess.factor * statedMs + excess.ms) {
    throw new Error('The content lasts far beyond its stated length.');
  }
  return durationMs;
}

function describe(
  tracks: readonly Track[],
  durationMs: number,
): { readonly video: DecodedVideo | null; readonly audio: DecodedAudio | null } {
  const find = (type: number) =>
    tracks.find(({ stream, packets }) => packets > 0 && stream.codecpar.codecType === type);
  const video = find(AVMEDIA_TYPE_VIDEO);
  const audio = find(AVMEDIA_TYPE_AUDIO);
  return {
    video:
      video === undefined
        ? null
        : {
            codec: video.codec,
            widthPx: video.stream.codecpar.width,
            heightPx: video.stream.codecpar.height,
            framesPerSecond: toRate(video, durationMs),
          },
    audio:
      audio === undefined
        ? null
        : {
            codec: audio.codec,
            sampleRateHz: audio.stream.codecpar.sampleRate,
            channels: audio.stream.codecpar.channels,
          },
  };
}

/** End of a track. Packets of some containers do not state their duration. */
function toEndMs(track: Track): number {
  return track.endMs > track.lastMs ? track.endMs : track.lastMs + toStepMs(track);
}

/** Mean time between packets, counted rather than stated: recordings have a varying rate. */
function toStepMs({ packets, startMs, lastMs }: Track): number {
  return packets < 2 ? 0 : Math.max(0, (lastMs - startMs) / (packets - 1));
}

/** Frames per second to three places. A single frame is one in the whole duration. */
function toRate(track: Track, durationMs: number): number {
  return Math.round(1_000_000 / (toStepMs(track) || durationMs)) / 1000;
}

function check(code: number, action: string): void {
  if (code < 0) {
    throw new Error(`FFmpeg could not ${action} (${code}).`);
  }
}
