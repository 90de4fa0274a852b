import { availableParallelism, constants } from 'node:os';
import type { AVPixelFormat } from 'node-av/constants';
import {
  avGetCodecName,
  avImageGetBufferSize,
  Codec,
  CodecContext,
  type CodecParameters,
  Frame,
  type Stream,
} from 'node-av/lib';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { acceptedInWords, decoders, maxFramePixels } from './accepted.ts';
import { check } from './ffmpeg.ts';

/** More threads bring no speed but cost memory, since each holds frames. */
const maxThreads = 4;
/** Maximum bytes of one frame per thread, all threads together: 10-bit 8K frames get two threads. */
const threadBytes = 268_435_456;

/** Returns FFmpeg's name of the codec of a track, such as `h264`. */
export function findCodec(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
}

/** Returns the number of decoder threads for a frame size and format on a number of cores; 1..4. */
export function countThreads(
  { width, height, format }: Pick<CodecParameters, 'width' | 'height' | 'format'>,
  cores: number,
): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a track of sound has other formats, and no size
  const pixelFormat = format as AVPixelFormat;
  const frameBytes = width > 0 ? avImageGetBufferSize(pixelFormat, width, height, 1) : 0;
  const affordable = frameBytes > 0 ? Math.floor(threadBytes / frameBytes) : maxThreads;
  return Math.max(1, Math.min(maxThreads, cores, affordable));
}

/**
 * Throws `input_too_large` when there is no memory for two more frames. Decoders report exhausted memory as a damaged
 * packet and continue, so a file with many large reference frames would lose most of its frames silently.
 */
export function requireFrameMemory({ width, height, pixelFormat }: CodecContext): void {
  const frames = [new Frame(), new Frame()];
  for (const frame of frames) {
    frame.alloc();
    Object.assign(frame, { width, height, format: pixelFormat });
  }
  const isThere = frames.every((frame) => frame.getBuffer() !== -constants.errno.ENOMEM);
  for (const frame of frames) {
    frame.free();
  }
  if (!isThere) {
    throw new AppError(
      'input_too_large',
      `Decoding frames of ${width} × ${height} pixels takes more memory than it may, because the file keeps many of them. Use a smaller picture, or 8 bits and 4:2:0.`,
      { details: faultDetails('too_heavy') },
    );
  }
}

/** Opens the decoder of a track; the caller frees the context. */
export async function openDecoder(stream: Stream): Promise<CodecContext> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (codec === null || !decoders.includes(codec.name ?? '')) {
    throw new AppError(
      'unsupported_format',
      `The file is coded with ${findCodec(stream)}, which cannot be read. ${acceptedInWords}`,
      { details: faultDetails('unknown_codec', { codec: findCodec(stream) }) },
    );
  }
  const { width, height } = stream.codecpar;
  if (width * height > maxFramePixels) {
    throw new AppError(
      'input_too_large',
      `The video has ${width} × ${height} pixels; at most ${maxFramePixels / 1e6} million pixels are accepted.`,
      {
        details: faultDetails('too_many_pixels', {
          width,
          height,
          max_megapixels: maxFramePixels / 1e6,
        }),
      },
    );
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  try {
    const refused = 'unsupported_format';
    check(context.parametersToContext(stream.codecpar), 'set up the decoder', refused);
    context.pktTimebase = stream.timeBase;
    context.threadCount = countThreads(stream.codecpar, availableParallelism());
    // Set as an option of the context: node-av frees a dictionary passed to open2 twice, which crashes the process.
    check(context.setOption('max_pixels', maxFramePixels), 'limit the decoder', refused);
    check(await context.open2(codec), 'open the decoder', refused);
    return context;
  } catch (error) {
    context.freeContext();
    throw error;
  }
}
