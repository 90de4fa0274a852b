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
import { InvariantError } from '../../base/errors.ts';
import { HD_PIXELS, type YuvColour } from '../pixels/frame.ts';
import { toTags } from './colours.ts';
import { check, type Fraction, silenceLog, toNumber } from './ffmpeg.ts';
import type { Size } from './output-size.ts';

/** How well pictures are kept. */
export type VideoQuality =
  /** x264's constant quality, 0 (lossless) to 51; about 18 cannot be told from the source. */
  { readonly crf: number } | { readonly bitsPerSecond: number };

/** What an encoder has to know before its first picture. */
export interface H264Options {
  /** Even in both directions. */
  readonly size: Size;
  readonly frameRate: Fraction;
  readonly timeBase: Fraction;
  readonly colour: YuvColour;
  readonly quality: VideoQuality;
  /** x264's trade of size for speed. */
  readonly preset: string;
  /** Processors that threads are counted for, which change the bytes; those of this machine when absent. */
  readonly processors?: number | undefined;
}

/** Seconds between key frames: how far a player has to go back when it jumps. */
const keyFrameSeconds = 2;

/**
 * Codes frame 0 as finely as every later key frame: 1.4 times as finely as frames between them. x264 codes it as coarsely as those,
 * and later ones after the mean of all frames before, so key frames of a segment would differ from those of a render in one go.
 */
const evenFineness = 'zones=0,0,b=1.4';

/**
 * No key frames at cuts: they would be elsewhere in a segment than in a render in one go, and grain alone counts as a cut near
 * the end of a group of pictures. A cut costs as much either way.
 */
const evenKeyFrames = 'scenecut=0';

/** How many frames after a frame x264 looks at to code it: those of the look-ahead, and B frames. */
export const lookaheadFrames = 16;

/** Every thread of x264 holds pictures; more than this many do not pay. */
const maxThreads = 12;

/** Opens an H.264 encoder; its owner frees the context. */
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
    // Without it x264 takes every tick for a frame and chooses level 6.2 and a wrong rate.
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
      evenKeyFrames,
      ...limitMemory(size),
      // With AVX-512 x264's macroblock tree is not repeatable: the same video came out in five ways.
      ...(hasAvx512() ? ['asm=avx2'] : []),
      ...('crf' in quality ? [evenFineness] : []),
    ];
    check(context.setOption('x264-params', settings.join(':')), 'set up x264');
    // A frame that is said to be a key frame begins a group of pictures.
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

/** Frames from one key frame to the next. */
export function countGopFrames(frameRate: Fraction): number {
  return Math.max(1, Math.min(250, Math.round(keyFrameSeconds * toNumber(frameRate))));
}

/**
 * Fewer pictures that x264 holds. A 720p job takes 20 MB less when it looks 6 instead of 10 pictures ahead; one of 1080p
 * 80 MB less with threads that share a picture instead of taking one each, one B frame in a row and no more looked ahead at than that.
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

/** Half as many threads again as processors keep all of them busy. */
function countThreads(size: Size, processors: number): number {
  return Math.min(maxThreads, isLarge(size) ? processors : Math.ceil(processors * 1.5));
}

let avx512: boolean | undefined;

/** Whether the processor has AVX-512, as far as the system tells; a processor with it has AVX2 as well. */
function hasAvx512(): boolean {
  avx512 ??=
    process.platform === 'linux' && process.arch === 'x64' && readCpuFlags().includes('avx512');
  return avx512;
}

function readCpuFlags(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    // A sandbox may hide it; then nothing is limited and only equal bytes are not promised.
    return '';
  }
}
