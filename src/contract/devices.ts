/** Virtual camera and microphone, as exchanged between main, the page and the processes that own them. */
import * as z from 'zod';
import { tcpPortSchema } from './tcp-port.ts';
import { frameCodings, TOKEN_BYTES } from './frame-link.ts';
import type { MethodTable } from './peer-methods.ts';

/**
 * State of a virtual device.
 *
 *   off ──▶ ready ◀──▶ in_use (a program reads it)
 *    └────▶ needs_setup, needs_approval, blocked: `remedy` says what to do
 */
export const virtualDeviceStateSchema = z.enum([
  'off',
  'ready',
  'in_use',
  'needs_setup',
  'needs_approval',
  'blocked',
]);

/** See {@link virtualDeviceStateSchema}. */
export type VirtualDeviceState = z.output<typeof virtualDeviceStateSchema>;

/** Causes that keep a camera from working; the page has a text and, where possible, a command for each. */
export const cameraRemedySchema = z.enum([
  /** libpipewire is not installed, or no PipeWire runs. */
  'pipewire_missing',
  /** The module v4l2loopback is not installed or not loaded. */
  'v4l2_missing',
  /** The user may not open the device: the group `video`. */
  'v4l2_group',
  /** The device accepts no frames until its module is reloaded. */
  'v4l2_stuck',
  /** Another program feeds the device, or it is OBS's. */
  'v4l2_taken',
  /** The module was loaded without `exclusive_caps=1`: browsers do not list the device. */
  'v4l2_caps',
]);

/** See {@link cameraRemedySchema}. */
export type CameraRemedy = z.output<typeof cameraRemedySchema>;

/** Kinds of cameras, by the way in which programs get the frames. */
export const cameraKindSchema = z.enum(['pipewire', 'v4l2']);

/** See {@link cameraKindSchema}. */
export type CameraKind = z.output<typeof cameraKindSchema>;

/** State of one kind of camera. */
export const cameraSinkSchema = z.object({
  kind: cameraKindSchema,
  state: virtualDeviceStateSchema,
  remedy: cameraRemedySchema.nullable(),
  /** Name in the lists of other programs, when it differs from the app's own name. */
  label: z.string().nullable(),
  /** Frames that programs were given. */
  written: z.number(),
});

/** See {@link cameraSinkSchema}. */
export type CameraSinkStatus = z.output<typeof cameraSinkSchema>;

/** Size and rate of the camera, which it keeps while it is on: programs that read it cannot follow a change. */
export const cameraFormatSchema = z.strictObject({
  width: z.int().min(160).max(3840).multipleOf(2),
  height: z.int().min(120).max(2160).multipleOf(2),
  /** Frames per second. */
  rate: z.int().min(5).max(60),
});

/** See {@link cameraFormatSchema}. */
export type CameraFormat = z.output<typeof cameraFormatSchema>;

/** Output of the cameras: frames of the engine, or the card with its reason. */
export const outputFlowSchema = z.enum(['waiting', 'flowing', 'covered', 'stalled']);

/** See {@link outputFlowSchema}. */
export type OutputFlow = z.output<typeof outputFlowSchema>;

/** Current output of the cameras; rates and ages cover the last second. */
export const cameraOutputSchema = z.object({
  flow: outputFlowSchema,
  /** True when the newest output frame is the device's own card; a test image counts as the card. */
  isCard: z.boolean(),
  /** Programs that read it, in whichever way; one for each kind of camera that a system does not count. */
  readers: z.int(),
  framesPerSecond: z.number(),
  /**
   * Time in ms from a frame's arrival at the engine, or of an encoded frame at the page, until the devices have
   * it; includes the time it is held back. Null when no frame came.
   */
  ageMs: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  received: z.number(),
  dropped: z.number(),
  /** Frames that were not shown because a newer one was due. */
  skipped: z.number(),
  /**
   * Encoding of the incoming frames: planes from a worker on this computer, or encoded by the page; null while
   * there is no sender.
   */
  coding: z.enum(frameCodings).nullable(),
});

/** See {@link cameraOutputSchema}. */
export type CameraOutputStatus = z.output<typeof cameraOutputSchema>;

/** Longest time that video is held back, in ms. */
export const MAX_VIDEO_DELAY_MS = 1000;

/** Settings of running cameras; absent fields stay unchanged. */
export const cameraPatchSchema = z.strictObject({
  /** True when the user is live; until it is set, only the card is shown. */
  isPublished: z.boolean().optional(),
  isCovered: z.boolean().optional(),
  mayPass: z.boolean().optional(),
  delayMs: z.number().min(0).max(MAX_VIDEO_DELAY_MS).optional(),
});

/** See {@link cameraPatchSchema}. */
export type CameraPatch = z.output<typeof cameraPatchSchema>;

/** Encoding of the frames that are served as a stream. */
export const streamCodingSchema = z.enum(['y4m', 'h264']);

/** See {@link streamCodingSchema}. */
export type StreamCoding = z.output<typeof streamCodingSchema>;

/** Target of a live worker's frames; see `frame-link.ts`. */
export const frameLinkSchema = z.strictObject({
  port: tcpPortSchema,
  token: z.string().length(2 * TOKEN_BYTES),
});

/** URL at which the output is served as a page: `http://127.0.0.1:PORT/PATH/`. */
export const outputPageSchema = z.strictObject({
  port: tcpPortSchema,
  path: z.string().regex(/^[\da-f]{32}$/),
});

/** See {@link outputPageSchema}. */
export type OutputPage = z.output<typeof outputPageSchema>;

/** Methods of the process that owns the cameras. */
export const cameraMethods = {
  /** Opens the kinds of cameras that this system has, or none without a name. Called once. */
  open: {
    question: z.strictObject({
      format: cameraFormatSchema,
      name: z.string().min(1).max(64).nullable(),
      /** Full path of the user's own cover card; null for the app's default card. */
      cardPath: z.string().min(1).nullable().default(null),
    }),
    answer: z.object({ link: frameLinkSchema }),
  },
  change: { question: cameraPatchSchema, answer: z.null() },
  /** The cover card from now on, as in `open`. */
  setCard: {
    question: z.strictObject({ cardPath: z.string().min(1).nullable() }),
    answer: z.null(),
  },
  /** Shows colour bars instead of the card for ten seconds. */
  test: { question: z.strictObject({}), answer: z.null() },
  status: {
    question: z.strictObject({}),
    answer: z.object({ output: cameraOutputSchema, sinks: z.array(cameraSinkSchema) }),
  },
  /** Answers as soon as what leaves is the card, or is not, unlike in the question; after a second in any case. */
  nextCard: {
    question: z.strictObject({ isCard: z.boolean() }),
    answer: z.object({ isCard: z.boolean() }),
  },
  /** Serves frames over loopback TCP as well, preferably on a port; again while it does is no error. */
  openStream: {
    question: z.strictObject({ coding: streamCodingSchema, port: tcpPortSchema.nullable() }),
    answer: z.object({ port: tcpPortSchema, readers: z.int() }),
  },
  closeStream: { question: z.strictObject({}), answer: z.null() },
  /** Shows the output as a page of this computer, under a secret path; throws `at_capacity` when its port is taken. */
  openPage: { question: outputPageSchema, answer: z.null() },
  closePage: { question: z.strictObject({}), answer: z.null() },
  /** Luma cells of the next frame; null while nothing is served. */
  readFields: { question: z.strictObject({}), answer: z.array(z.number()).nullable() },
} as const satisfies MethodTable;
