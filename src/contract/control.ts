import * as z from 'zod';
import { tcpPorts } from './tcp-port.ts';
import { wireErrorSchema } from './wire-error.ts';

/** Version of the protocol; a client that names another one is refused. */
export const controlVersion = 1;

/** Bounds of the control API, which `docs/control-api.md` names. */
export const controlLimits = {
  messageBytes: 16_384,
  /** Connections at a time, allowed or not. */
  connections: 16,
  /** Clients that are remembered. */
  clients: 32,
  /** Requests of one connection, on average and at once. Covering is not counted. */
  requestsPerSec: 20,
  burst: 40,
  /** Requests of one connection that are worked on at a time. */
  openRequests: 16,
  /** A connection that has not asked for access by then is closed. */
  connectMs: 10_000,
  /** Longest wait for the user's answer. */
  consentMs: 60_000,
  /** Time after a refusal during which every request is refused. */
  refusalMs: 30_000,
  /** Bytes that a client may leave unread. */
  waitingBytes: 1_048_576,
} as const;

/** Port on which the control API listens unless the user chose another one. */
export const defaultControlPort = 4473;

/** Ports that the control API may have: none that a system keeps for itself. */
export const controlPorts = { min: 1024, max: tcpPorts.max } as const;

/** See {@link controlPorts}. */
export const controlPortSchema = z.int().min(controlPorts.min).max(controlPorts.max);

/** User's settings of the control API. */
export const controlChoiceSchema = z.object({
  isOn: z.boolean().default(false),
  port: controlPortSchema.default(defaultControlPort),
});

/** See {@link controlChoiceSchema}. */
export type ControlChoice = z.output<typeof controlChoiceSchema>;

/** Name of a client, which the question to the user contains: it must have no line breaks or hidden characters. */
export const clientNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{M}\p{N}\p{P}\p{Zs}+]+$/u, 'Letters, digits, spaces and punctuation only.');

/** State of the app, as reported to control clients. */
export const controlStateSchema = z.object({
  /** `opening`: a session begins. */
  live: z.enum(['off', 'opening', 'on']),
  /** Output: `preview` is nothing, `live` the swapped frames, `covered` the card, `bypass` the real face. */
  output: z.enum(['preview', 'connecting', 'live', 'degraded', 'held', 'covered', 'bypass']),
  is_covered: z.boolean(),
  is_muted: z.boolean(),
  is_passthrough: z.boolean(),
  is_recording: z.boolean(),
  /** Seconds that `save_replay` would save; 0 while nothing is held. */
  replay_seconds: z.int().nonnegative(),
  character_id: z.string().nullable(),
  /** The preset that everything is set to; null where something was changed since, or none was chosen. */
  preset_id: z.string().nullable(),
  /** State of the voice changer. */
  voice: z.enum(['off', 'starting', 'on']),
  voice_id: z.string().nullable(),
});

/** See {@link controlStateSchema}. */
export type ControlState = z.output<typeof controlStateSchema>;

const nothing = z.strictObject({});
const done = z.null();
const switched = z.strictObject({ is_on: z.boolean() });
const id = z.string().min(1).max(64);
const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** Permissions of an allowed client; the user grants `passthrough` for each client. */
const permissionSchema = z.enum(['control', 'passthrough']);

/** Methods for a client with a key; {@link connectRequest} comes before. */
export const controlMethods = {
  read_state: {
    summary: 'How the app stands now.',
    params: nothing,
    result: controlStateSchema,
  },
  subscribe: {
    summary: 'From now on every change of the state is sent as `state_changed`. Answers the state.',
    params: nothing,
    result: controlStateSchema,
  },
  unsubscribe: { summary: 'Ends `subscribe`.', params: nothing, result: done },
  list_characters: {
    summary: 'The gallery, in its order.',
    params: nothing,
    result: z.array(z.object({ id: z.string(), name: z.string(), is_built_in: z.boolean() })),
  },
  choose_character: {
    summary: 'Shows another character, on air too.',
    params: z.strictObject({ character_id: id }),
    result: done,
  },
  next_character: { summary: 'The next of the gallery.', params: nothing, result: done },
  previous_character: { summary: 'The one before.', params: nothing, result: done },
  list_presets: {
    summary: 'The presets, in their order.',
    params: nothing,
    result: named,
  },
  choose_preset: {
    summary: 'Puts everything of a preset in place, on air too.',
    params: z.strictObject({ preset_id: id }),
    result: done,
  },
  next_preset: {
    summary: 'The next preset, from the last to the first.',
    params: nothing,
    result: done,
  },
  previous_preset: { summary: 'The one before.', params: nothing, result: done },
  list_voices: {
    summary: 'Voices of the voice changer.',
    params: nothing,
    result: named,
  },
  choose_voice: {
    summary: 'Speaks with another voice, on air too.',
    params: z.strictObject({ voice_id: id }),
    result: done,
  },
  start_voice: { summary: 'Starts the voice changer.', params: nothing, result: done },
  stop_voice: { summary: 'Stops the voice changer.', params: nothing, result: done },
  start_live: {
    summary: 'Goes live as the user chose in the window; needs a camera that is on.',
    params: nothing,
    result: done,
  },
  stop_live: { summary: 'Ends the live session.', params: nothing, result: done },
  set_cover: {
    summary: 'The panic switch: shows the card and mutes. Never limited, never queued.',
    params: switched,
    result: done,
  },
  set_mute: { summary: 'Mutes the changed voice.', params: switched, result: done },
  toggle_mute: { summary: 'Mutes, or no longer.', params: nothing, result: done },
  toggle_recording: {
    summary: 'Records what goes out, or ends the recording; needs a session.',
    params: nothing,
    result: done,
  },
  add_marker: { summary: 'Marks this place of the recording.', params: nothing, result: done },
  save_replay: {
    summary: 'Saves the last seconds, as many as the user chose to hold in the window.',
    params: nothing,
    result: done,
  },
  set_passthrough: {
    summary: 'Lets the real face out, with the permission of the user; taking it back needs none.',
    params: switched,
    result: done,
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly summary: string; readonly params: z.ZodType; readonly result: z.ZodType }
  >
>;

/** Name of a request, see {@link controlMethods}. */
export type ControlMethod = keyof typeof controlMethods;

/** The first request of every connection. Without a key the user is asked, once. */
export const connectRequest = {
  params: z.strictObject({
    version: z.literal(controlVersion),
    name: clientNameSchema,
    key: z.string().min(1).max(128).optional(),
  }),
  result: z.object({
    version: z.literal(controlVersion),
    /** Present only when the user was asked just now. The client stores it, Guise only its hash. */
    key: z.string().optional(),
    permissions: z.array(permissionSchema),
  }),
} as const;

/** Result of `connect`. */
export type ConnectResult = z.output<typeof connectRequest.result>;

/** The frame of every request. */
export const controlRequestSchema = z.strictObject({
  /** Comes back with the reply. */
  id: z.string().min(1).max(64),
  method: z.string().min(1).max(64),
  params: z.unknown().optional(),
});

/** The frame of every reply; `id` is null where the request could not be read. */
export const controlReplySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.string().nullable(), ok: z.literal(true), result: z.unknown() }),
  z.object({ id: z.string().nullable(), ok: z.literal(false), error: wireErrorSchema }),
]);

/** See {@link controlReplySchema}. */
export type ControlReply = z.output<typeof controlReplySchema>;

/** Events that are sent without a request. */
export const controlEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('state_changed'), state: controlStateSchema }),
  /** The user changed what this client may do. */
  z.object({ event: z.literal('permissions_changed'), permissions: z.array(permissionSchema) }),
]);

/** See {@link controlEventSchema}. */
export type ControlEvent = z.output<typeof controlEventSchema>;

/** WebSocket close codes of a control connection. */
export const controlCloseCodes = {
  /** Messages exceeded the rate limit, or were not read. */
  flooded: 4429,
  /** Access was not requested in time, was refused, or was revoked. */
  refused: 4401,
  /** The API is turned off, or the app ends. */
  stopping: 1001,
} as const;
