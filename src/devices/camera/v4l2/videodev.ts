/**
 * V4L2 requests as in `linux/videodev2.h`: their numbers and structs. 64-bit Linux, little-endian; the same on
 * x64 and arm64.
 */

/** Numbers of `ioctl` requests. */
export const requests = {
  queryCapability: 0x80_68_56_00,
  setFormat: 0xc0_d0_56_05,
  setParameters: 0xc0_cc_56_16,
  streamOn: 0x40_04_56_12,
  streamOff: 0x40_04_56_13,
  subscribeEvent: 0x40_20_56_5a,
  dequeueEvent: 0x80_88_56_59,
} as const;

/** `V4L2_CAP_VIDEO_CAPTURE` and `V4L2_CAP_VIDEO_OUTPUT`. */
const CAPTURE = 1;
const OUTPUT = 2;
/** `V4L2_BUF_TYPE_VIDEO_OUTPUT`. */
const OUTPUT_BUFFERS = 2;
/** `V4L2_FIELD_NONE`: whole frames. */
const PROGRESSIVE = 1;
/** `V4L2_PIX_FMT_PRIV_MAGIC`: what follows it counts. */
const EXTENDED = 0xfe_ed_ca_fe;
/** BT.601, limited range: what frames of live video are. */
const colour = { space: 1, encoding: 1, quantization: 2, transfer: 1 } as const;
/** `V4L2_EVENT_SUB_FL_SEND_INITIAL`: the present state counts as an event. */
const SEND_INITIAL = 1;
/** `V4L2_EVENT_PRI_CLIENT_USAGE` of v4l2loopback 0.13 and later: a reader connected or disconnected. */
const READER_EVENT = 0x8_00_00_00 + 0x8_e0_00_00 + 1;

/** Order of samples in a frame: three planes of I420, or one of Y U Y V. */
export type PixelFormat = 'YU12' | 'YUYV';

/** Frame format of a device. */
export interface FrameShape {
  readonly pixelFormat: PixelFormat;
  readonly width: number;
  readonly height: number;
}

/** Capabilities of a device. */
export interface DeviceCapability {
  readonly driver: string;
  /** Its name, as programs list it. */
  readonly card: string;
  readonly canCapture: boolean;
  readonly canOutput: boolean;
}

/** Room for a `struct v4l2_capability`, which the driver fills. */
export function createCapability(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(104);
}

/** Parses a filled `struct v4l2_capability`: what this device can do now. */
export function parseCapability(bytes: Uint8Array): DeviceCapability {
  const bits = createView(bytes).getUint32(88, true);
  return {
    driver: readString(bytes.subarray(0, 16)),
    card: readString(bytes.subarray(16, 48)),
    canCapture: (bits & CAPTURE) !== 0,
    canOutput: (bits & OUTPUT) !== 0,
  };
}

/** `struct v4l2_format` of frames that are written. */
export function toFormat(shape: FrameShape): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(208);
  const fields = createView(bytes);
  const set = (offset: number, value: number): void => fields.setUint32(offset, value, true);
  set(0, OUTPUT_BUFFERS);
  set(8, shape.width);
  set(12, shape.height);
  bytes.set(Buffer.from(shape.pixelFormat, 'latin1'), 16);
  set(20, PROGRESSIVE);
  set(24, countLineBytes(shape));
  set(28, countFrameBytes(shape));
  set(32, colour.space);
  set(36, EXTENDED);
  set(44, colour.encoding);
  set(48, colour.quantization);
  set(52, colour.transfer);
  return bytes;
}

/** Format chosen by the driver in a `struct v4l2_format`; null when it is not supported here. */
export function parseFormat(bytes: Uint8Array): FrameShape | null {
  const fields = createView(bytes);
  const pixelFormat = readString(bytes.subarray(16, 20));
  if (pixelFormat !== 'YU12' && pixelFormat !== 'YUYV') {
    return null;
  }
  const shape = {
    pixelFormat,
    width: fields.getUint32(8, true),
    height: fields.getUint32(12, true),
  } as const;
  const isEven = shape.width % 2 === 0 && shape.height % 2 === 0;
  const isPacked = fields.getUint32(24, true) === countLineBytes(shape);
  const fits = fields.getUint32(28, true) >= countFrameBytes(shape);
  return isEven && isPacked && fits && shape.width > 0 && shape.height > 0 ? shape : null;
}

/** `struct v4l2_streamparm` for the frame rate. */
export function toParameters(rate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(204);
  const fields = createView(bytes);
  fields.setUint32(0, OUTPUT_BUFFERS, true);
  fields.setUint32(12, 1, true);
  fields.setUint32(16, rate, true);
  return bytes;
}

/** Buffer type to start and stop: output frames. */
export function toBufferType(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  createView(bytes).setUint32(0, OUTPUT_BUFFERS, true);
  return bytes;
}

/** `struct v4l2_event_subscription`: reports readers. */
export function toReaderSubscription(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32);
  const fields = createView(bytes);
  fields.setUint32(0, READER_EVENT, true);
  fields.setUint32(8, SEND_INITIAL, true);
  return bytes;
}

/** Room for a `struct v4l2_event`. */
export function createEvent(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(136);
}

/** Parses a filled `struct v4l2_event`: returns whether the device has a reader, or null for any other event. */
export function parseReaderEvent(bytes: Uint8Array): boolean | null {
  const fields = createView(bytes);
  return fields.getUint32(0, true) === READER_EVENT ? fields.getUint32(8, true) > 0 : null;
}

/** Bytes of a frame without padding. */
export function countFrameBytes({ pixelFormat, width, height }: FrameShape): number {
  return pixelFormat === 'YUYV' ? 2 * width * height : (3 * width * height) / 2;
}

function countLineBytes({ pixelFormat, width }: FrameShape): number {
  return pixelFormat === 'YUYV' ? 2 * width : width;
}

function createView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Text of C: up to the first zero. */
function readString(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8');
}
