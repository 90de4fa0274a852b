import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Rational } from 'node-av/lib';
import { InvariantError } from '../../../base/errors.ts';
import { HD_PIXELS, type YuvColour } from '../../pixels/frame.ts';
import { toTags } from './colours.ts';
import { check, type Fraction, silenceLog, toNumber } from '../ffmpeg.ts';
import type { Size } from './output-size.ts';

/** Rate control: constant quality or an average bit rate. */
export type VideoQuality =
  /** x264's constant rate factor, 0 (lossless) to 51; about 18 is visually lossless. */
  { readonly crf: number } | { readonly bitsPerSecond: number };

/** Options of an H.264 encoder. */
export interface H264Options {
  /** Frame size; both sides even. */
  readonly size: Size;
  readonly frameRate: Fraction;
  readonly timeBase: Fraction;
  readonly colour: YuvColour;
  readonly quality: VideoQuality;
  /** x264's preset: speed against file size. */
  readonly preset: string;
  /** Number of processors that determines the number of threads, and so the bytes; that of this machine when absent. */
  readonly processors?: number | undefined;
  /** True when the stream continues one whose earlier frames another encoder writes. */
  readonly isContinuation?: boolean | undefined;
  /**
   * Places key frames at equal distances and nowhere else, so that a video and its segments have them in the same
   * frames. At cuts they would depend on the distance to the last one, and near the end of a GOP grain counts as a cut.
   */
  readonly hasFixedGop?: boolean | undefined;
}

/** Seconds between key frames; a seeking player decodes at most this much. */
const keyFrameSeconds = 2;

/**
 * Codes frame 0 as finely as x264 codes every later key frame: 1.4 times as finely as frames between them. Without it only
 * the first one is as coarse as those, for all frames up to the next, which is seen where videos are joined (a dB).
 */
const laterKeyFrame = 'zones=0,0,b=1.4';

/** Maximum number of frames after a frame that x264 analyses before it encodes it, with its B frames. */
const LOOKAHEAD_FRAMES = 16;

/** Maximum number of x264 threads; each holds frames, and more bring no speed. */
const maxThreads = 12;

/** Opens an H.264 encoder; the caller frees the context. */
export async function openH264Encoder(options: H264Options): Promise<CodecContext> {
  const { size, frameRate, timeBase, colour, quality, preset } = options;
  silenceLog();
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (codec === null) {
    throw new InvariantError('FFmpeg is built with x264.');
  }
  const tags = toTags(colour.matrix);
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    context.width = size.width;
    context.height = size.height;
    context.pixelFormat = AV_PIX_FMT_YUV420P;
    context.timeBase = new Rational(timeBase.num, timeBase.den);
    // Without it x264 takes every tick of the time base for a frame, and chooses level 6.2 and a wrong bit rate.
    context.framerate = new Rational(frameRate.num, frameRate.den);
    context.gopSize = countGopFrames(frameRate);
    context.colorRange = AVCOL_RANGE_MPEG;
    context.colorSpace = tags.space;
    context.colorPrimaries = tags.primaries;
    context.colorTrc = tags.transfer;
    context.threadCount = countThreads(size, options.processors ?? availableParallelism());
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
    check(context.setOption('preset', preset), 'choose the preset of x264');
    const settings = [
      ...limitMemory(size),
      // With AVX-512 x264's macroblock tree is not deterministic: one video had five different outputs.
      ...(hasAvx512() ? ['asm=avx2'] : []),
      ...(options.isContinuation === true && 'crf' in quality ? [laterKeyFrame] : []),
      ...(options.hasFixedGop === true ? ['scenecut=0'] : []),
    ];
    if (settings.length > 0) {
      check(context.setOption('x264-params', settings.join(':')), 'set up x264');
    }
    // A frame of the type I begins a GOP: no frame before it is decoded with one after it.
    check(context.setOption('forced-idr', 1), 'set up x264');
    if ('crf' in quality) {
      check(context.setOption('crf', quality.crf), 'choose the quality of x264');
    } else {
      context.bitRate = BigInt(Math.round(quality.bitsPerSecond));
    }
    check(await context.open2(codec), 'open the H.264 encoder');
    return context;
  } catch (error) {
    context.freeContext();
    throw error;
  }
}

/** Frames from one key frame to the next where no cut is between. */
export function countGopFrames(frameRate: Fraction): number {
  return Math.max(1, Math.min(250, Math.round(keyFrameSeconds * toNumber(frameRate))));
}

/** Returns the duration of the frames that x264 analyses ahead; 0 for an unknown frame rate. */
export function computeLookaheadUs(framesPerSecond: number | undefined): number {
  return framesPerSecond !== undefined && framesPerSecond > 0
    ? (LOOKAHEAD_FRAMES * 1e6) / framesPerSecond
    : 0;
}

/**
 * Returns x264 settings that hold fewer frames. 720p needs 20 MB less with a look-ahead of 6 instead of 10 frames;
 * larger sizes such as 1080p need 80 MB less with sliced threads, one B frame in a row and a look-ahead of 1.
 */
function limitMemory(size: Size): readonly string[] {
  if (size.width * size.height < HD_PIXELS) {
    return [];
  }
  return isLarge(size)
    ? ['sliced-threads=1', 'bframes=1', 'rc-lookahead=1']
    : ['sync-lookahead=0', 'rc-lookahead=6'];
}

function isLarge({ width, height }: Size): boolean {
  return width * height > HD_PIXELS;
}

/** Returns the number of x264 threads: 1.5 per processor keep all busy; large frames use sliced threads, one each. */
function countThreads(size: Size, processors: number): number {
  return Math.min(maxThreads, isLarge(size) ? processors : Math.ceil(processors * 1.5));
}

let avx512: boolean | undefined;

/** Checks for AVX-512 on Linux; every processor with AVX-512 has AVX2 as well. */
function hasAvx512(): boolean {
  avx512 ??=
    process.platform === 'linux' && process.arch === 'x64' && readCpuFlags().includes('avx512');
  return avx512;
}

function readCpuFlags(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    // A sandbox may hide the file; then AVX-512 stays on, and outputs may differ in their bytes.
    return '';
  }
}
