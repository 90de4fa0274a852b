import type { FrameCoding } from '../../../contract/frame-link.ts';
import { toH264Level } from '../h264-level.ts';

/** Codings that the page can make, the best first. */
export type PageCoding = Exclude<FrameCoding, 'i420'>;

/** A coded frame; its bytes are good until the next one. */
export interface CodedFrame {
  readonly timestampUs: number;
  readonly byteLength: number;
  readonly copyTo: (bytes: Uint8Array) => void;
}

/** An encoder of one size. */
export interface PageEncoder {
  readonly coding: PageCoding;
  /** Frames that wait for it. */
  readonly queueSize: number;
  /** Codes a frame, which stays the caller's. */
  readonly encode: (frame: VideoFrame, isKey: boolean) => void;
  readonly close: () => void;
}

/** Options of an encoder. */
export interface PageEncoderOptions {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Codings that failed in this session. */
  readonly without: ReadonlySet<PageCoding>;
  readonly onFrame: (frame: CodedFrame) => void;
  /** Called when encoding has failed for good. */
  readonly onError: () => void;
}

/** High quality for a path over loopback, because the program that reads the camera would encode artefacts again. */
const BITS_PER_PIXEL = 0.2;
/** A higher bitrate brings no benefit and only loads the decoder. */
const MAX_BITS_PER_SECOND = 12_000_000;
const JPEG_QUALITY = 0.85;

/** Opens the best encoder that this browser has for the size: H.264, else VP8, else one JPEG a frame. */
export async function openPageEncoder(options: PageEncoderOptions): Promise<PageEncoder> {
  for (const { coding, codec } of toChoices(options)) {
    if (!options.without.has(coding)) {
      const config = toConfig(options, codec);
      const { supported } = await VideoEncoder.isConfigSupported(config);
      if (supported === true) {
        return openVideoEncoder(coding, config, options);
      }
    }
  }
  return openJpegEncoder(options);
}

function toChoices({ width, height }: Pick<PageEncoderOptions, 'width' | 'height'>): readonly {
  readonly coding: Exclude<PageCoding, 'jpeg'>;
  readonly codec: string;
}[] {
  const level = toH264Level({ width, height });
  return [
    { coding: 'h264', codec: `avc1.4200${level}` },
    { coding: 'h264', codec: `avc1.42e0${level}` },
    { coding: 'vp8', codec: 'vp8' },
  ];
}

function toConfig(
  { width, height, fps }: Pick<PageEncoderOptions, 'width' | 'height' | 'fps'>,
  codec: string,
): VideoEncoderConfig {
  return {
    codec,
    width,
    height,
    framerate: fps,
    bitrate: Math.min(MAX_BITS_PER_SECOND, Math.round(width * height * fps * BITS_PER_PIXEL)),
    latencyMode: 'realtime',
    // In WebCodecs' Annex B format every key frame carries its parameters.
    ...(codec.startsWith('avc1') ? { avc: { format: 'annexb' } } : {}),
  };
}

function openVideoEncoder(
  coding: PageCoding,
  config: VideoEncoderConfig,
  { onFrame, onError }: PageEncoderOptions,
): PageEncoder {
  const encoder = new VideoEncoder({
    output: (chunk) =>
      onFrame({
        timestampUs: chunk.timestamp,
        byteLength: chunk.byteLength,
        copyTo: (bytes) => chunk.copyTo(bytes),
      }),
    error: onError,
  });
  encoder.configure(config);
  return {
    coding,
    get queueSize() {
      return encoder.encodeQueueSize;
    },
    encode: (frame, isKey) => encoder.encode(frame, { keyFrame: isKey }),
    close: () => {
      if (encoder.state !== 'closed') {
        encoder.close();
      }
    },
  };
}

function openJpegEncoder({ width, height, onFrame, onError }: PageEncoderOptions): PageEncoder {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  let waiting = 0;
  const code = async (timestampUs: number): Promise<void> => {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    const jpeg = new Uint8Array(await blob.arrayBuffer());
    const { byteLength } = jpeg;
    onFrame({ timestampUs, byteLength, copyTo: (bytes) => bytes.set(jpeg) });
  };
  return {
    coding: 'jpeg',
    get queueSize() {
      return 2 * waiting; // The canvas holds one picture: none may wait behind it.
    },
    encode: (frame) => {
      waiting += 1;
      context?.drawImage(frame, 0, 0, width, height);
      void code(frame.timestamp)
        .catch(onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    close: () => undefined,
  };
}
