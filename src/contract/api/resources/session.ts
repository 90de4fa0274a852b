import * as z from 'zod';
import { timestamp, createUsdField } from '../fields.ts';

const session = {
  session_id: z.string(),
  stream_url: z.string().meta({
    format: 'uri',
    description: 'WebSocket address. Add the query parameter `session_token`.',
  }),
  model: z.string().meta({ description: 'Engine that runs the session.' }),
  session_token: z.string().meta({ description: 'Opens this session and nothing else.' }),
};

/** A real-time swap session. Nothing is billed before it streams. */
export const swapSessionSchema = z
  .object({
    ...session,
    prompt: z.string().meta({ description: 'Instruction in effect.' }),
    max_duration_sec: z.int().meta({ description: '`duration_minutes` times 60.' }),
    expires_at: timestamp.meta({ description: 'Until when it has to be connected.' }),
    cost_usd: createUsdField('Maximum cost: the full block.'),
  })
  .meta({ id: 'SwapSession' });

/** See {@link swapSessionSchema}. */
export type SwapSession = z.output<typeof swapSessionSchema>;

/** A voice-changer session. While `starting`, repeat the call every few seconds. */
export const voiceChangerSessionSchema = z
  .object({
    session_id: session.session_id,
    status: z.enum(['ready', 'starting']),
    stream_url: session.stream_url,
    model: session.model,
    session_token: session.session_token,
    max_duration_sec: z.int().meta({ description: 'The funded length.' }),
    cost_usd: createUsdField('Maximum cost: the funded block.'),
  })
  .meta({ id: 'VoiceChangerSession' });

/** See {@link voiceChangerSessionSchema}. */
export type VoiceChangerSession = z.output<typeof voiceChangerSessionSchema>;

/** A session as a client reads it: while `starting`, address and token may be missing. */
export const receivedVoiceChangerSessionSchema = z.object({
  ...voiceChangerSessionSchema.shape,
  stream_url: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  session_token: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
});
