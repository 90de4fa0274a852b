/** Devices that other programs see and hear, as main, the page and the processes that hold them speak of them. */
import * as z from 'zod';
import { tcpPortSchema } from './tcp-port.ts';
import { frameCodings, TOKEN_BYTES } from './frame-link.ts';
import type { MethodTable } from './peer-methods.ts';

/**
 * How a device stands.
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

/** What keeps a camera from working; the page has words and, where there is one, a command for each. */
export const cameraRemedySchema = z.enum([
  /** libpipewire is not installed, or no PipeWire runs. */
  'pipewire_missing',
  /** The module v4l2loopback is not installed or not loaded. */
  'v4l2_missing',
  /** The user may not open the device: the group `video`. */
  'v4l2_group',
  /** The device takes no frames until its module is loaded anew. */
  'v4l2_stuck',
  /** Another program feeds the device, or it is OBS's. */
  'v4l2_taken',
  /** The module was loaded without `exclusive_caps=1`: browsers do not list the device. */
  'v4l2_caps',
]);

/** See {@link cameraRemedySchema}. */
export type CameraRemedy = z.output<typeof cameraRemedySchema>;

/** Kinds of cameras: how programs come to the frames. */
export const cameraKindSchema = z.enum(['pipewire', 'v4l2']);

/** See {@link cameraKindSchema}. */
export type CameraKind = z.output<typeof cameraKindSchema>;

/** One kind of camera as it stands. */
export const cameraSinkSchema = z.object({
  kind: cameraKindSchema,
  state: virtualDeviceStateSchema,
  remedy: cameraRemedySchema.nullable(),
  /** How programs list it, where that is not the app's own name for it. */
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

/** What leaves: frames of the engine, or the card and why. */
export const outputFlowSchema = z.enum(['waiting', 'flowing', 'covered', 'stalled']);

/** See {@link outputFlowSchema}. */
export type OutputFlow = z.output<typeof outputFlowSchema>;

/** What leaves through the cameras now; rates and ages are of the last second. */
export const cameraOutputSchema = z.object({
  flow: outputFlowSchema,
  /** Whether the newest frame that left is the device's own card; a test picture counts as that. */
  isCard: z.boolean(),
  /** Programs that read it, in whichever way; one for each kind of camera that a system does not count. */
  readers: z.int(),
  framesPerSecond: z.number(),
  /**
   * From a frame's arrival at the engine, or of a coded one at the page, until the devices have it, in ms; the time it is held
   * back is part of it. Null while none came.
   */
  ageMs: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  received: z.number(),
  dropped: z.number(),
  /** Frames that were not shown because a newer one was due. */
  skipped: z.number(),
  /** How they come: planes of a worker of this computer, or coded by the page; null while nobody sends any. */
  coding: z.enum(frameCodings).nullable(),
});

/** See {@link cameraOutputSchema}. */
export type CameraOutputStatus = z.output<typeof cameraOutputSchema>;

/** Longest time that video is held back, in ms. */
export const MAX_VIDEO_DELAY_MS = 1000;

/** What may be changed of cameras while they are on; what is missing stays. */
export const cameraPatchSchema = z.strictObject({
  /** Whether the user is live; until it is said, only the card is shown. */
  isPublished: z.boolean().optional(),
  isCovered: z.boolean().optional(),
  mayPass: z.boolean().optional(),
  delayMs: z.number().min(0).max(MAX_VIDEO_DELAY_MS).optional(),
});

/** See {@link cameraPatchSchema}. */
export type CameraPatch = z.output<typeof cameraPatchSchema>;

/** How frames are served as a stream. */
export const streamCodingSchema = z.enum(['y4m', 'h264']);

/** See {@link streamCodingSchema}. */
export type StreamCoding = z.output<typeof streamCodingSchema>;

/** Where a live worker sends frames; see `frame-link.ts`. */
export const frameLinkSchema = z.strictObject({
  port: tcpPortSchema,
  token: z.string().length(2 * TOKEN_BYTES),
});

/** Where the output is shown as a page: `http://127.0.0.1:PORT/PATH/`. */
export const outputPageSchema = z.strictObject({
  port: tcpPortSchema,
  path: z.string().regex(/^[\da-f]{32}$/),
});

/** See {@link outputPageSchema}. */
export type OutputPage = z.output<typeof outputPageSchema>;

/** What main asks the process that holds the cameras. */
export const cameraMethods = {
  /** Opens the kinds of cameras that this system has, or none of them without a name. Asked once. */
  open: {
    question: z.strictObject({
      format: cameraFormatSchema,
      name: z.string().min(1).max(64).nullable(),
      /** Full path of the user's own cover card; null for the one that comes with the app. */
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
  /** Shows colour bars for ten seconds where otherwise the card would be. */
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
  /** How bright the next frame is, in fields; null while nothing is served. */
  readFields: { question: z.strictObject({}), answer: z.array(z.number()).nullable() },
} as const satisfies MethodTable;
