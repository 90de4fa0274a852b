import { availableParallelism } from 'node:os';
import { avGetCodecName, Codec, CodecContext, type Stream } from 'node-av/lib';
import { AppError } from '../../base/errors.ts';
import { acceptedInWords, decoders, maxFramePixels } from './accepted.ts';
import { check } from './ffmpeg.ts';

/** More threads than this only cost memory: every one holds frames. */
const maxThreads = 4;

/** The name of the codec of a track, such as `h264`. */
export function codecOf(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
}

/** Opens the decoder of a track; its owner frees the context. */
export async function openDecoder(stream: Stream): Promise<CodecContext> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (codec === null || !decoders.includes(codec.name ?? '')) {
    throw new AppError(
      'unsupported_format',
      `The file is coded with ${codecOf(stream)}, which cannot be read. ${acceptedInWords}`,
    );
  }
  const { width, height } = stream.codecpar;
  if (width * height > maxFramePixels) {
    throw new AppError(
      'input_too_large',
      `The video has ${width} × ${height} pixels; at most ${maxFramePixels / 1e6} million pixels are accepted.`,
    );
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    const refused = 'unsupported_format';
    check(context.parametersToContext(stream.codecpar), 'set up the decoder', refused);
    context.pktTimebase = stream.timeBase;
    context.threadCount = Math.min(maxThreads, availableParallelism());
    // As an option of the context: a dictionary handed to open2 is freed twice and ends the process.
    check(context.setOption('max_pixels', maxFramePixels), 'limit the decoder', refused);
    check(await context.open2(codec), 'open the decoder', refused);
    return context;
  } catch (error) {
    context.freeContext();
    throw error;
  }
}
