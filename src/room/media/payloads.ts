import type { CodecMime } from '../sdp/types.ts';

/** Fields of a VP8 payload descriptor (RFC 7741) that change between layers, with their offsets. */
export interface Vp8Descriptor {
  readonly isKeyFrame: boolean;
  /** -1 when absent. */
  readonly pictureId: number;
  readonly pictureIdAt: number;
  readonly isLongPictureId: boolean;
  /** Running index of the base layer, 8 bit; -1 when absent. */
  readonly baseIndex: number;
  readonly baseIndexAt: number;
}

const absent = -1;

/** Parses the descriptor in front of a VP8 payload; null when the payload is too short for it. */
export function parseVp8Descriptor(payload: Buffer): Vp8Descriptor | null {
  const first = payload[0];
  if (first === undefined || payload.length < 2) {
    return null;
  }
  let at = 1;
  let pictureId = absent;
  let pictureIdAt = absent;
  let isLongPictureId = false;
  let baseIndex = absent;
  let baseIndexAt = absent;
  if ((first & 0x80) !== 0) {
    const flags = payload[at] ?? 0;
    at += 1;
    if ((flags & 0x80) !== 0) {
      pictureIdAt = at;
      const high = payload[at] ?? 0;
      isLongPictureId = (high & 0x80) !== 0;
      pictureId = isLongPictureId ? ((high & 0x7f) << 8) | (payload[at + 1] ?? 0) : high;
      at += isLongPictureId ? 2 : 1;
    }
    if ((flags & 0x40) !== 0) {
      baseIndexAt = at;
      baseIndex = payload[at] ?? 0;
      at += 1;
    }
    if ((flags & 0x30) !== 0) {
      at += 1;
    }
  }
  const frame = payload[at];
  if (frame === undefined) {
    return null;
  }
  const isStart = (first & 0x10) !== 0 && (first & 0x0f) === 0;
  const isKeyFrame = isStart && (frame & 1) === 0;
  return { isKeyFrame, pictureId, pictureIdAt, isLongPictureId, baseIndex, baseIndexAt };
}

/** Returns whether a payload starts a key frame; true for every payload of audio. */
export function isKeyFrameStart(mime: CodecMime, payload: Buffer): boolean {
  switch (mime) {
    case 'audio/opus':
      return true;
    case 'video/vp8':
      return parseVp8Descriptor(payload)?.isKeyFrame ?? false;
    case 'video/h264':
      return hasH264KeyFrame(payload);
  }
}

const nal = { idr: 5, sequenceParameters: 7, aggregate: 24, fragment: 28 } as const;

function hasH264KeyFrame(payload: Buffer): boolean {
  const type = (payload[0] ?? 0) & 0x1f;
  if (type === nal.fragment) {
    const header = payload[1] ?? 0;
    return (header & 0x80) !== 0 && isKeyNal(header & 0x1f);
  }
  if (type !== nal.aggregate) {
    return isKeyNal(type);
  }
  for (let at = 1; at + 2 < payload.length; at += 2 + payload.readUInt16BE(at)) {
    if (isKeyNal((payload[at + 2] ?? 0) & 0x1f)) {
      return true;
    }
  }
  return false;
}

function isKeyNal(type: number): boolean {
  return type === nal.idr || type === nal.sequenceParameters;
}
