import { AV_PKT_DATA_DISPLAYMATRIX, type AVPixelFormat } from 'node-av/constants';
import { avGetPixFmtName, Packet, type Stream } from 'node-av/lib';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { findHdrTransfer, isFullRange, nameMatrix, namePrimaries } from './colours.ts';
import { findCodec } from '../decoder.ts';
import { type Fraction, toMicroseconds, toNumber } from '../ffmpeg.ts';
import { type Input, openInput, readOnly, readPacket } from '../open-input.ts';
import { fromDisplayMatrix, isSideways, type Orientation } from './orientation.ts';
import { fitSize, type Size } from './output-size.ts';
import type { HdrTransfer } from './tone-map.ts';

/** Properties of the video track of a file. */
export interface VideoFacts {
  /** FFmpeg's name, such as `h264`. */
  readonly codec: string;
  /** Size as stored. */
  readonly stored: Size;
  /** Size as shown: upright and with square pixels. */
  readonly shown: Size;
  readonly orientation: Orientation;
  /** Average frame rate. */
  readonly frameRate: Fraction;
  readonly framesPerSecond: number;
  /** FFmpeg's name, such as `yuv420p10le`. */
  readonly pixelFormat: string;
  readonly isFullRange: boolean;
  /** Name of the YUV matrix; null when the file has no tag. */
  readonly matrix: string | null;
  /** Name of the colour primaries; null when the file has no tag. */
  readonly primaries: string | null;
  /** Transfer function of HDR video; null for SDR. */
  readonly hdr: HdrTransfer | null;
  /** Time of the first frame, from the beginning of the file. */
  readonly startUs: number;
}

/** Properties of the sound track that players select by default. */
export interface AudioFacts {
  /** FFmpeg's name, such as `aac`. */
  readonly codec: string;
  readonly sampleRateHz: number;
  readonly channels: number;
  /**
   * Start time, from the beginning of the file; down to about −100 ms for the decoder's pre-roll, which is not played.
   */
  readonly startUs: number;
}

/** Properties that a media file states; only what FFmpeg needs to identify the tracks is decoded. */
export interface MediaFacts {
  /** FFmpeg's names of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly container: string;
  readonly durationUs: number;
  readonly video: VideoFacts | null;
  readonly audio: AudioFacts | null;
}

/**
 * Reads the properties of a media file; `mime` as in `openInput`. Throws `unsupported_format` without video and sound.
 */
export async function probeMedia(path: string, mime?: string): Promise<MediaFacts> {
  const input = await openInput(path, mime);
  try {
    const { container, video, audio } = input;
    if (video === null && audio === null) {
      throw new AppError('unsupported_format', 'The file has neither picture nor sound.', {
        details: faultDetails('no_media'),
      });
    }
    const audioFacts = audio === null ? null : describeAudio(audio, input.originUs);
    const videoFacts = video === null ? null : describeVideo(video, input);
    const durationUs = findDuration(input);
    return {
      container: container.iformat?.name ?? 'unknown',
      durationUs,
      video: videoFacts,
      audio: audioFacts,
    };
  } finally {
    input.close();
  }
}

function describeVideo(stream: Stream, input: Input): VideoFacts {
  const { codecpar, avgFrameRate, timeBase } = stream;
  const { width, height } = codecpar;
  const orientation = fromDisplayMatrix(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const pixelAspect =
    toNumber(stream.sampleAspectRatio) || toNumber(codecpar.sampleAspectRatio) || 1;
  const fitted = fitSize({ width, height }, { pixelAspect });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A picture track has a format of pixels.
  const pixelFormat = avGetPixFmtName(codecpar.format as AVPixelFormat) ?? 'unknown';
  const marks = {
    format: codecpar.format,
    height,
    colorSpace: codecpar.colorSpace,
    colorRange: codecpar.colorRange,
    colorPrimaries: codecpar.colorPrimaries,
    colorTrc: codecpar.colorTrc,
  };
  return {
    codec: findCodec(stream),
    stored: { width, height },
    shown: isSideways(orientation)
      ? { width: fitted.height, height: fitted.width }
      : { width: fitted.width, height: fitted.height },
    orientation,
    frameRate: { num: avgFrameRate.num, den: avgFrameRate.den },
    framesPerSecond: toNumber(avgFrameRate),
    pixelFormat,
    isFullRange: isFullRange(marks),
    matrix: nameMatrix(marks.colorSpace),
    primaries: namePrimaries(marks.colorPrimaries),
    hdr: findHdrTransfer(marks),
    startUs: (toMicroseconds(stream.startTime, timeBase) ?? 0) - input.originUs,
  };
}

function describeAudio(stream: Stream, originUs: number): AudioFacts {
  const { codecpar, timeBase } = stream;
  return {
    codec: findCodec(stream),
    sampleRateHz: codecpar.sampleRate,
    channels: codecpar.channels,
    startUs: (toMicroseconds(stream.startTime, timeBase) ?? 0) - originUs,
  };
}

/** Returns the stated duration. Recordings of browsers state none; their packets are read to the end. */
function findDuration(input: Input): number {
  const statedUs = Number(input.container.duration);
  if (statedUs > 0) {
    return statedUs;
  }
  const stream = input.video ?? input.audio;
  let endUs = 0;
  if (stream !== null) {
    readOnly(input, stream);
    walk(input, stream, (packet) => {
      const startUs = toMicroseconds(packet.pts, stream.timeBase) ?? 0;
      const lengthUs = toMicroseconds(packet.duration, stream.timeBase) ?? 0;
      endUs = Math.max(endUs, startUs + lengthUs - input.originUs);
      return true;
    });
  }
  return endUs;
}

function walk(input: Input, stream: Stream, visit: (packet: Packet) => boolean): void {
  const packet = new Packet();
  packet.alloc();
  try {
    let hasMore = true;
    while (hasMore && readPacket(input, stream.index, packet)) {
      hasMore = visit(packet);
      packet.unref();
    }
  } finally {
    packet.free();
  }
}
