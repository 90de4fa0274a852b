/**
 * Frames on their way from a live worker to the camera device, over a loopback TCP connection of this machine: the token,
 * then for every frame a header and its planes in I420 without padding. Numbers are little-endian.
 *
 *   0 uint32 magic · 4 uint8 kind · 6 uint16 width · 8 uint16 height · 12 uint32 bytes that follow
 *   16 float64 when the camera's frame came, in ms of the monotonic clock that all processes of a machine share
 */
import { AppError } from '../base/errors.ts';

/** What a frame shows: the character, the cover, or the camera as it is because that was asked for. */
export type LinkedFrameKind = 'swapped' | 'covered' | 'passthrough';

/** What is said of a frame. */
export interface LinkedFrame {
  readonly kind: LinkedFrameKind;
  readonly width: number;
  readonly height: number;
  /** See {@link monotonicMs}. */
  readonly capturedAtMs: number;
}

/** Where frames are taken: a port of 127.0.0.1, and what opens it. */
export interface FrameLinkAddress {
  readonly port: number;
  /** {@link TOKEN_BYTES} bytes in hexadecimal. */
  readonly token: string;
}

/** Length of a token. */
export const TOKEN_BYTES = 32;

/** Length of a header. */
export const HEADER_BYTES = 24;

/** Largest side of a frame, in pixels. */
export const MAX_SIDE = 4096;

const MAGIC = 0x31_4c_46_47;
const kinds: readonly LinkedFrameKind[] = ['swapped', 'covered', 'passthrough'];

/** Bytes of an I420 frame without padding; odd sizes have one more sample of chroma. */
export function i420Bytes({ width, height }: Pick<LinkedFrame, 'width' | 'height'>): number {
  return width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);
}

/** Milliseconds of the clock that all processes of this machine share; `nanoseconds` as `process.hrtime.bigint()` has it. */
export function monotonicMs(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}

/** Writes the header of a frame to the beginning of `bytes`. */
export function writeFrameHeader(frame: LinkedFrame, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  view.setUint32(0, MAGIC, true);
  view.setUint8(4, kinds.indexOf(frame.kind));
  view.setUint8(5, 0);
  view.setUint16(6, frame.width, true);
  view.setUint16(8, frame.height, true);
  view.setUint16(10, 0, true);
  view.setUint32(12, i420Bytes(frame), true);
  view.setFloat64(16, frame.capturedAtMs, true);
}

/** Reads a header. Throws `bad_reply` when it is none, or its size is not between 1 and {@link MAX_SIDE}. */
export function readFrameHeader(bytes: Uint8Array): LinkedFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const kind = kinds[view.getUint8(4)];
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const capturedAtMs = view.getFloat64(16, true);
  const hasSize = isSide(width) && isSide(height);
  const isKnown = view.getUint32(0, true) === MAGIC && kind !== undefined;
  if (!isKnown || !hasSize || !Number.isFinite(capturedAtMs)) {
    throw new AppError('bad_reply', 'The header of a frame cannot be read.');
  }
  const frame = { kind, width, height, capturedAtMs };
  if (view.getUint32(12, true) !== i420Bytes(frame)) {
    throw new AppError('bad_reply', 'A frame is not as long as its size says.');
  }
  return frame;
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= MAX_SIDE;
}
