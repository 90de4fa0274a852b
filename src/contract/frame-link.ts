/**
 * Protocol of frames for the camera device, over a loopback TCP connection: the token, then for every frame a
 * header and its payload. A live worker sends I420 planes without padding. The page sends encoded frames
 * through main, and a header without a payload to show the card immediately. Numbers are little-endian.
 *
 *   0 uint32 magic · 4 uint8 kind · 5 uint8 coding · 6 uint16 width · 8 uint16 height · 12 uint32 payload bytes
 *   16 float64 arrival of the frame, in ms: for planes on the monotonic clock that all processes of a machine share,
 *      for encoded frames on the sender's own · 24 float64 time of sending, on the same clock
 */
import { AppError } from '../base/errors.ts';

/** Content of a frame: the character, the cover, or the unchanged camera because the user chose bypass. */
export type LinkedFrameKind = 'swapped' | 'covered' | 'passthrough';

/** Metadata of a frame. */
export interface LinkedFrame {
  readonly kind: LinkedFrameKind;
  readonly width: number;
  readonly height: number;
  /** See {@link monotonicMs}. */
  readonly capturedAtMs: number;
}

/** Encoding of the payload after a header; `i420` are raw planes. */
export type FrameCoding = 'i420' | 'h264' | 'vp8' | 'jpeg';

/** Every {@link FrameCoding}, by its number in a header. */
export const frameCodings = [
  'i420',
  'h264',
  'vp8',
  'jpeg',
] as const satisfies readonly FrameCoding[];

/** A frame as its header has it. */
export interface FrameHeader extends LinkedFrame {
  readonly coding: FrameCoding;
  /** Payload bytes; 0 for an encoded frame shows the card. */
  readonly bytes: number;
  /** See the head of the file. */
  readonly sentAtMs: number;
}

/** Receiver of frames: a port of 127.0.0.1, and the token that authenticates the sender. */
export interface FrameLinkAddress {
  readonly port: number;
  /** {@link TOKEN_BYTES} bytes in hexadecimal. */
  readonly token: string;
}

/**
 * Longest time for which the last frame may be repeated in the page, a worker and the device before the card
 * replaces it, in ms.
 */
export const FRAME_HOLD_MS = 300;

/** Length of a token. */
export const TOKEN_BYTES = 32;

/** Length of a header. */
export const HEADER_BYTES = 32;

/** Most bytes of a coded frame. */
export const MAX_CODED_BYTES = 4_194_304;

/** Largest side of a frame, in pixels. */
export const MAX_SIDE = 4096;

const MAGIC = 0x32_4c_46_47;
const KIND_AT = 4;
const kinds: readonly LinkedFrameKind[] = ['swapped', 'covered', 'passthrough'];

/** Bytes of an I420 frame without padding; odd sizes have one more sample of chroma. */
export function i420Bytes({ width, height }: Pick<LinkedFrame, 'width' | 'height'>): number {
  return width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);
}

/** Converts `process.hrtime.bigint()` into milliseconds of the clock that all processes of this machine share. */
export function monotonicMs(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}

/** The header of a frame as planes. */
export function toPlanesHeader(frame: LinkedFrame): FrameHeader {
  return { ...frame, coding: 'i420', bytes: i420Bytes(frame), sentAtMs: frame.capturedAtMs };
}

/** Writes the header of a frame to the beginning of `bytes`. */
export function writeFrameHeader(header: FrameHeader, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  view.setUint32(0, MAGIC, true);
  view.setUint8(KIND_AT, kinds.indexOf(header.kind));
  view.setUint8(5, frameCodings.indexOf(header.coding));
  view.setUint16(6, header.width, true);
  view.setUint16(8, header.height, true);
  view.setUint16(10, 0, true);
  view.setUint32(12, header.bytes, true);
  view.setFloat64(16, header.capturedAtMs, true);
  view.setFloat64(24, header.sentAtMs, true);
}

/** Marks a written frame as the camera's own picture, whatever kind its sender gave it. */
export function markPassthrough(bytes: Uint8Array): void {
  bytes[KIND_AT] = kinds.indexOf('passthrough');
}

/**
 * Parses a header. Throws `bad_reply` when it is invalid, its size is not between 1 and {@link MAX_SIDE}, or
 * the payload length is out of range.
 */
export function readFrameHeader(bytes: Uint8Array): FrameHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const kind = kinds[view.getUint8(KIND_AT)];
  const coding = frameCodings[view.getUint8(5)];
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const [capturedAtMs, sentAtMs] = [view.getFloat64(16, true), view.getFloat64(24, true)];
  const hasSize = isSide(width) && isSide(height);
  const hasTime = Number.isFinite(capturedAtMs) && Number.isFinite(sentAtMs);
  const isKnown = view.getUint32(0, true) === MAGIC && kind !== undefined && coding !== undefined;
  if (!isKnown || !hasSize || !hasTime) {
    throw new AppError('bad_reply', 'The header of a frame cannot be read.');
  }
  const length = view.getUint32(12, true);
  const frame = { kind, coding, width, height, bytes: length, capturedAtMs, sentAtMs };
  if (coding === 'i420' ? length !== i420Bytes(frame) : length > MAX_CODED_BYTES) {
    throw new AppError(
      'bad_reply',
      'A frame is not as long as its size says, or longer than it may be.',
    );
  }
  return frame;
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= MAX_SIDE;
}
