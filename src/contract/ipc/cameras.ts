import * as z from 'zod';
import {
  cameraFormatSchema,
  cameraOutputSchema,
  cameraSinkSchema,
  MAX_VIDEO_DELAY_MS,
} from '../devices.ts';
import { wireErrorSchema } from '../wire-error.ts';
import type { CallShape } from './kit.ts';

/**
 * The virtual camera as the page sees it.
 *
 *   off ──start──▶ starting ──▶ on ──stop──▶ off
 *                     └──▶ failed ◀─┘ (its process ended too often)
 */
export const cameraViewSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('starting') }),
  z.object({
    state: z.literal('on'),
    format: cameraFormatSchema,
    output: cameraOutputSchema,
    /** All kinds of cameras of this system; none when programs get the frames only in other ways. */
    sinks: z.array(cameraSinkSchema),
    delayMs: z.number(),
  }),
  z.object({ state: z.literal('failed'), error: wireErrorSchema }),
]);

/** See {@link cameraViewSchema}. */
export type CameraView = z.output<typeof cameraViewSchema>;

const nothing = z.strictObject({});
const done = z.null();

/** Calls about the virtual camera. */
export const cameraCalls = {
  'cameras.read': { input: nothing, output: cameraViewSchema },
  /** Turns it on; ends when other programs see it. */
  'cameras.start': {
    input: z.strictObject({ format: cameraFormatSchema }),
    output: cameraViewSchema,
  },
  'cameras.stop': { input: nothing, output: done },
  /** Shows the card immediately, until it is revoked. */
  'cameras.cover': { input: z.strictObject({ isOn: z.boolean() }), output: done },
  /** Shows a test image for ten seconds, or until frames arrive. */
  'cameras.test': { input: nothing, output: done },
  /**
   * Also serves the output as a page of this computer, for browser sources; throws `at_capacity` when its port
   * is taken. The URL is a secret of the user.
   */
  'cameras.open_page': { input: nothing, output: z.object({ url: z.string() }) },
  'cameras.close_page': { input: nothing, output: done },
  /** Delays the video, to match a delayed voice. */
  'cameras.delay': {
    input: z.strictObject({ delayMs: z.number().min(0).max(MAX_VIDEO_DELAY_MS) }),
    output: done,
  },
} as const satisfies Record<string, CallShape>;

/** Events about the virtual camera. */
export const cameraEvents = {
  /** Sent at every change, and twice a second while a camera is on. */
  'cameras.changed': cameraViewSchema,
  /** URL to which the page sends the frames of a remote session; null for none, which is the initial state. */
  'cameras.frame_socket': z.object({ url: z.string().nullable() }),
} as const;
