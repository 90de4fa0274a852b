import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { failureDetailsSchema } from './errors.ts';
import { issuesToMessage } from './issues.ts';
import { BYTES_PER_MB, limits } from './limits.ts';

/** Query parameter of both stream addresses. */
export const SESSION_TOKEN_PARAMETER = 'session_token';

/** Close codes of both sockets. Before each but 1000 an `error` message is sent. */
export const closeCodes = {
  normal: 1000,
  bad_message: 4400,
  token: 4401,
  balance: 4402,
  idle: 4408,
  time_used_up: 4410,
  internal: 4500,
} as const;

/** Reason of a close; see {@link closeCodes}. */
export type CloseReason = keyof typeof closeCodes;

/** Maximum shown characters of a service's text; the rest is cut off. */
const MAX_SHOWN_CHARS = 2000;
const shownText = z.string().overwrite((text) => text.slice(0, MAX_SHOWN_CHARS));
/** Names of messages, errors, engines and reasons. */
const name = z.string().max(200);

const socketError = z.object({
  type: z.literal('error'),
  error: z.object({
    code: name,
    message: shownText,
    /** The fault of the error with its facts: what replies over REST have in the header `Error-Details`. */
    details: failureDetailsSchema.optional().catch(undefined),
  }),
});

/** The session ended with this connection: nothing but an `error` follows. */
const sessionEnded = z.object({ type: z.literal('session_ended'), reason: name });

/** Last message before a close with a code of {@link closeCodes}, on both sockets. */
export type SocketError = z.output<typeof socketError>;

/** Base64 takes four characters for three bytes. */
const MAX_IMAGE_CHARS = (limits.imageUploadMb * BYTES_PER_MB * 4) / 3;

const picture = {
  prompt: z.string().max(limits.promptChars).optional(),
  enhance_prompt: z.boolean().optional(),
};

/**
 * Messages of a live swap client, as JSON text. `session_join` comes first and once, then `set_image` or
 * `prompt`; later ones and `passthrough` change the running session. `image_data` is base64 without a `data:`
 * prefix, 45 MB at most.
 */
export const swapClientMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('session_join'),
    passthrough: z.boolean().default(false),
    /** Cover of the camera while there is no swapped frame; `blur` when absent. */
    cover: z.enum(['blur', 'card', 'hold']).optional(),
    /** True when only the first person in view is swapped and other heads are blurred; the default. */
    identity_lock: z.boolean().optional(),
    /** True when swapped frames carry a small badge that marks them as such; false by default. */
    badge: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('set_image'),
    image_data: z.base64('must be base64 without a data: prefix').min(1).max(MAX_IMAGE_CHARS),
    ...picture,
  }),
  z.strictObject({
    type: z.literal('prompt'),
    ...picture,
    prompt: z.string().min(1).max(limits.promptChars),
  }),
  z.strictObject({ type: z.literal('passthrough'), enabled: z.boolean() }),
]);

/** See {@link swapClientMessageSchema}. */
export type SwapClientMessage = z.output<typeof swapClientMessageSchema>;

/** Reasons for the end of a live session. A client accepts any text. */
export const sessionEndReasons = [
  'client_closed',
  'time_used_up',
  'balance',
  'idle',
  'replaced',
  'expired',
  'canceled',
  'service_stopping',
  'failed',
] as const;

/** See {@link sessionEndReasons}. */
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** A token is part of a URL, which servers limit to 16 KB. */
const MAX_TOKEN_CHARS = 16_384;
/** The allowed hosts depend on the profile: `client/service-address.ts`. */
const socketAddress = z
  .string()
  .max(4096)
  .refine((text) => /^wss?:\/\//i.test(text) && URL.canParse(text), 'must be a full wss:// address')
  .refine((text) => !text.includes('#'), 'must not have a fragment')
  .refine((text) => isWithoutCredentials(text), 'must not have a user name or a password');

/** Messages of the service to a live swap client, as JSON text. `stats` come once a second. */
export const swapServerMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('room_info'),
    livekit_url: socketAddress,
    token: z.string().min(1).max(MAX_TOKEN_CHARS),
  }),
  z.object({
    type: z.literal('ack'),
    for: name,
    /** After `set_image` and `prompt`: the mode in effect: `face`, `head`, `body` or `talk`. */
    mode: name.optional(),
    /** Name of the built-in character that is used because no image was sent. */
    character: name.optional(),
  }),
  z.object({
    type: z.literal('stats'),
    fps: z.number(),
    latency_ms: z.number(),
    tracked: z.boolean(),
    /**
     * Why the last picture was held or covered, an extension: `no_face`, `late` (pictures come too far apart to follow a
     * face), `engine_failed`, `no_character`, `asked`, `no_picture` (none came yet). Absent while it shows something.
     */
    cover_reason: name.optional(),
    engine: name,
    /** Mode that the last image allows; absent before the first. */
    mode: name.optional(),
    /**
     * Motion of a visible character's arms: `moving` as the streamer's, or `still` on a machine that is too slow for
     * that.
     */
    arms: name.optional(),
    seconds_billed: z.number(),
    seconds_left: z.number(),
  }),
  z.object({
    type: z.literal('warning'),
    code: name,
    message: shownText,
    /** Same as in an `error`. */
    details: failureDetailsSchema.optional().catch(undefined),
    /** Type of the message that did not take effect; instead of its `ack`. */
    for: name.optional(),
  }),
  sessionEnded,
  socketError,
]);

const swapServerTypes = new Set<string>(
  swapServerMessageSchema.options.map((option) => option.shape.type.value),
);

/** See {@link swapServerMessageSchema}. */
export type SwapServerMessage = z.output<typeof swapServerMessageSchema>;

/** No usable latency is longer than a minute. */
const MAX_LATENCY_MS = 60_000;

/** Reply of the voice changer to the reference: how the audio that follows is framed. */
export const voiceReadySchema = z.object({
  sample_rate: z.int().min(8000).max(192_000),
  chunk_frames: z.int().min(1).max(192_000),
  /**
   * Latency of the converted audio in ms, network time excluded. A setting that changes it is answered with a
   * new message of this kind.
   */
  latency_ms: z.number().min(0).max(MAX_LATENCY_MS).optional(),
  /** Fields of {@link voiceClientMessageSchema} that this service takes; none when absent. */
  settings: z.array(name).max(100).optional(),
});

/** See {@link voiceReadySchema}. */
export type VoiceReady = z.output<typeof voiceReadySchema>;

/**
 * The only text message of a voice-changer client, at any time after the reply: changes the settings of the
 * conversion. `strength` is how much of the target is applied, `bypass` passes the user's own voice through
 * unchanged, `noise_suppression` removes noise before the conversion, `voice_gate` silences everything but
 * speech.
 */
export const voiceClientMessageSchema = z.strictObject({
  type: z.literal('settings'),
  strength: z.number().min(0).max(1).optional(),
  bypass: z.boolean().optional(),
  noise_suppression: z.boolean().optional(),
  voice_gate: z.boolean().optional(),
});

/** See {@link voiceClientMessageSchema}. */
export type VoiceClientMessage = z.output<typeof voiceClientMessageSchema>;

/** Text messages of the voice changer: the reply, why the session ended, or an error before a close. */
export type VoiceServerMessage = VoiceReady | z.output<typeof sessionEnded> | SocketError;

/** Audio of the voice changer as this service frames it: int16 little-endian mono PCM. */
export const voiceAudio = {
  sampleRate: 16_000,
  chunkFrames: 2400,
  /** Longest chunk that is accepted, in samples: one second. */
  maxChunkFrames: 16_000,
  /** Largest reference that is accepted, in bytes of WAV. */
  maxReferenceBytes: limits.audioUploadMb * BYTES_PER_MB,
} as const;

/**
 * Parses a message of the service on a swap socket. Returns null for a type that this version does not know,
 * which is to be skipped; throws `bad_reply` for anything that is not a message.
 */
export function parseSwapServerMessage(text: string): SwapServerMessage | null {
  const value = parseJson(text, 'bad_reply');
  const known = swapServerMessageSchema.safeParse(value);
  if (known.success) {
    return known.data;
  }
  const typed = z.object({ type: z.string() }).safeParse(value);
  if (typed.success && !swapServerTypes.has(typed.data.type)) {
    return null;
  }
  const subject = typed.success ? `a message (${typed.data.type}) that` : 'what';
  const { message } = issuesToMessage(known.error.issues, 'message', []);
  throw new AppError('bad_reply', `The service sent ${subject} cannot be read: ${message}`, {
    details: typed.success ? { type: typed.data.type } : {},
  });
}

const voiceServerTypes: Readonly<
  Record<string, typeof socketError | typeof sessionEnded | undefined>
> = { error: socketError, session_ended: sessionEnded };

/** Parses a text message of the service on a voice-changer socket; throws `bad_reply` with the reason. */
export function parseVoiceServerMessage(text: string): VoiceServerMessage {
  const value = parseJson(text, 'bad_reply');
  // Errors and ends are recognised by their type; every other message has to be the reply.
  const type = z.object({ type: z.string() }).safeParse(value).data?.type;
  const parsed = (voiceServerTypes[type ?? ''] ?? voiceReadySchema).safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  const { message } = issuesToMessage(parsed.error.issues, 'message', []);
  throw new AppError('bad_reply', `The voice changer sent what cannot be read: ${message}`);
}

function isWithoutCredentials(text: string): boolean {
  const { username, password } = new URL(URL.canParse(text) ? text : 'wss://none');
  return username === '' && password === '';
}

/** Parses a message of a client on the service's socket; throws `invalid_input`. */
export function parseSwapClientMessage(text: string): SwapClientMessage {
  return readClientMessage(swapClientMessageSchema, text);
}

/** Parses a text message of a voice-changer client; throws `invalid_input`. */
export function parseVoiceClientMessage(text: string): VoiceClientMessage {
  return readClientMessage(voiceClientMessageSchema, text);
}

function readClientMessage<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const result = schema.safeParse(parseJson(text, 'invalid_input'));
  if (!result.success) {
    const { message, field } = issuesToMessage(result.error.issues, 'message', []);
    throw new AppError('invalid_input', message, { details: { field } });
  }
  return result.data;
}

function parseJson(text: string, code: 'bad_reply' | 'invalid_input'): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(code, 'The message is not JSON.', { cause: error });
  }
}
