import { i420Bytes } from '../../../contract/frame-link.ts';
import type { CameraFormat } from '../../../contract/devices.ts';
import { fraction, id, int, intFlags, intRange, object, rectangle } from './spa-pod.ts';

/** Object types (`spa/utils/type.h`). */
const objects = { format: 0x4_00_03, buffers: 0x4_00_04, meta: 0x4_00_05 } as const;
/** Parameters of a node (`spa/param/param.h`). */
const params = { enumFormat: 3, format: 4, buffers: 5, meta: 6 } as const;
/** Keys of formats (`spa/param/format.h`). */
const format = {
  mediaType: 1,
  mediaSubtype: 2,
  videoFormat: 0x2_00_01,
  size: 0x2_00_03,
  framerate: 0x2_00_04,
} as const;
const videoType = 2;
const rawSubtype = 1;
const i420 = 2;
const memFd = 2;

/** The number of the parameter that says which format was agreed on. */
export const FORMAT_PARAM = params.format;

/** `SPA_META_Header`. */
export const HEADER_META = 1;

/** `SPA_META_Busy`. */
export const BUSY_META = 7;

/** Size of `struct spa_meta_header`: flags, offset, pts, dts offset, sequence number. */
export const HEADER_META_BYTES = 32;

/** The most buffers that there are. */
export const MAX_BUFFERS = 8;

/** The one format that is offered: I420 of a fixed size and rate. */
export function formatParam({ width, height, rate }: CameraFormat): Uint8Array {
  return object(objects.format, params.enumFormat, [
    [format.mediaType, id(videoType)],
    [format.mediaSubtype, id(rawSubtype)],
    [format.videoFormat, id(i420)],
    [format.size, rectangle(width, height)],
    [format.framerate, fraction(rate, 1)],
  ]);
}

/** Buffers of one block of shared memory each. */
export function buffersParam(size: CameraFormat): Uint8Array {
  return object(objects.buffers, params.buffers, [
    [1, intRange(4, 2, MAX_BUFFERS)],
    [2, int(1)],
    [3, int(i420Bytes(size))],
    [4, int(size.width)],
    [6, intFlags(1 << memFd)],
  ]);
}

/** A header with every buffer, for its time. */
export function headerParam(): Uint8Array {
  return object(objects.meta, params.meta, [
    [1, id(HEADER_META)],
    [2, int(HEADER_META_BYTES)],
  ]);
}
