import * as z from 'zod';
import {
  soundDevicesSchema,
  soundMixSchema,
  soundReportSchema,
  soundTestSchema,
} from '../sound-devices.ts';
import { wireErrorSchema } from '../wire-error.ts';
import type { CallShape } from './kit.ts';

/**
 * The virtual microphone as the page sees it.
 *
 *   off ──start──▶ starting ──▶ on ──stop──▶ off
 *                     └──▶ failed ◀─┘ (no sound server, or its process ended too often)
 */
export const microphoneViewSchema = z.discriminatedUnion('state', [
  /** Another system: other programs get the voice through a virtual audio cable. */
  z.object({ state: z.literal('unsupported') }),
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('starting') }),
  z.object({
    state: z.literal('on'),
    /** True when another program reads the microphone. */
    isRead: z.boolean(),
    devices: soundDevicesSchema,
  }),
  z.object({ state: z.literal('failed'), error: wireErrorSchema }),
]);

/** See {@link microphoneViewSchema}. */
export type MicrophoneView = z.output<typeof microphoneViewSchema>;

const nothing = z.strictObject({});
const done = z.null();

/** Calls about the virtual microphone. */
export const microphoneCalls = {
  'microphone.read': { input: nothing, output: microphoneViewSchema },
  /** Turns it on, silent; ends when other programs see it. */
  'microphone.start': { input: nothing, output: microphoneViewSchema },
  'microphone.stop': { input: nothing, output: done },
  /**
   * Captures a microphone (null for the system default) and plays the voice changer's output; resolves when it
   * runs.
   */
  'microphone.run': {
    input: z.strictObject({ input: z.string().min(1).max(512).nullable(), mix: soundMixSchema }),
    output: done,
  },
  /** Keeps the device, silent. */
  'microphone.rest': { input: nothing, output: done },
  'microphone.mix': { input: soundMixSchema, output: done },
  /** Plays a tone and reads it back as another program would. */
  'microphone.test': { input: nothing, output: soundTestSchema },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about the virtual microphone. */
export const microphoneEvents = {
  'microphone.changed': microphoneViewSchema,
  /** Ten times a second while it runs. */
  'microphone.reported': soundReportSchema,
  /** The voice has stopped: a device was unplugged, or its process exited too often. */
  'microphone.ended': z.object({ error: wireErrorSchema }),
} as const;
