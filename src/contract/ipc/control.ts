import * as z from 'zod';
import { clientNameSchema, controlStateSchema } from '../control.ts';
import { liveActionSchema } from '../live-action.ts';
import { wireErrorSchema } from '../wire-error.ts';
import type { CallShape } from './kit.ts';

/** A program that the user allowed to control Guise. */
export const controlClientSchema = z.object({
  id: z.string(),
  name: clientNameSchema,
  /** True when the program may show the camera unchanged. */
  allowsPassthrough: z.boolean(),
  allowedAtMs: z.number(),
  /** True when the program is connected now. */
  isConnected: z.boolean(),
});

/** See {@link controlClientSchema}. */
export type ControlClient = z.output<typeof controlClientSchema>;

/** The control API as the settings show it. */
export const controlViewSchema = z.object({
  /** `failed`: the port belongs to another program. */
  state: z.enum(['off', 'listening', 'failed']),
  port: z.number(),
  clients: z.array(controlClientSchema),
  /** A program that waits for the word of the user; null while none does. */
  question: z.object({ id: z.string(), name: clientNameSchema }).nullable(),
});

/** See {@link controlViewSchema}. */
export type ControlView = z.output<typeof controlViewSchema>;

const done = z.null();
const id = z.string().max(64);

/** Calls about the control of Guise from outside its window. */
export const controlCalls = {
  'control.read': { input: z.strictObject({}), output: controlViewSchema },
  /** Answers whether a program may control Guise; ignored when the program no longer waits. */
  'control.answer': { input: z.strictObject({ id, isAllowed: z.boolean() }), output: done },
  /** Revokes a program's access and closes its connections. */
  'control.revoke': { input: z.strictObject({ id }), output: done },
  'control.permit': { input: z.strictObject({ id, allowsPassthrough: z.boolean() }), output: done },
  /** Reports that the page carried out an action, or why not. */
  'control.acted': {
    input: z.strictObject({ id: z.int(), error: wireErrorSchema.nullable() }),
    output: done,
  },
  /** Reports the state of the page; sent at every change. */
  'control.report': { input: z.strictObject({ state: controlStateSchema }), output: done },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about it. */
export const controlEvents = {
  'control.changed': controlViewSchema,
  /** Requests an action from outside the window; answered with `control.acted`. */
  'control.asked': z.object({ id: z.int(), action: liveActionSchema }),
} as const;
