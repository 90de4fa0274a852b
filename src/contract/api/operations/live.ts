import * as z from 'zod';
import { prompt, voiceId, createIntegerField } from '../fields.ts';
import { json, jsonBody, jsonReceivedAs, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import {
  receivedVoiceChangerSessionSchema,
  swapSessionSchema,
  voiceChangerSessionSchema,
} from '../resources/session.ts';

/** Instruction of a live swap without a prompt, in words that the engine reads as its default settings. */
export const defaultSwapPrompt =
  'Replace the person with the character: the whole body or else the head or else the face as far as its picture shows it.';

/** Opens a real-time swap session. */
export const openSwapSession = operation({
  method: 'POST',
  path: '/real-time-swap/session',
  access: 'live',
  tag: 'Live',
  summary: 'Open a real-time swap session',
  description:
    'The maximum cost has to be available. Billed per second streamed, up to the cap; nothing on ' +
    'create, or if the stream never connects.',
  feature: 'real_time_swap_full',
  body: jsonBody(
    z
      .strictObject({
        duration_minutes: createIntegerField(
          limits.realTimeSwapMinutes,
          'Maximum length; the stream stops here.',
        ),
        prompt: prompt
          .meta({ description: 'Absent: as much of the character as its picture shows.' })
          .optional(),
      })
      .meta({ id: 'SwapSessionRequest' }),
  ),
  result: json(swapSessionSchema),
  errors: ['insufficient_credits', 'capability_unavailable', 'at_capacity'],
  example: {
    body: { duration_minutes: 10 },
    reply: {
      session_id: '0197a3c2-1b52-7f96-9d72-6091ce85fa24',
      stream_url: 'wss://host/api/v1/real-time-swap/stream',
      model: 'body-swap-1',
      session_token: 'st_5b0e7c',
      prompt: defaultSwapPrompt,
      max_duration_sec: 600,
      expires_at: '2026-01-31T09:40:00.000Z',
      cost_usd: 3,
    },
  },
});

/** Opens a voice-changer session, or returns the one that is starting. */
export const openVoiceChangerSession = operation({
  method: 'POST',
  path: '/voice-changer/session',
  access: 'live',
  tag: 'Live',
  summary: 'Open a voice-changer session',
  description:
    'While `status` is `starting` nothing is charged: repeat the call every few seconds until it is ' +
    '`ready`. The same key and parameters get the same session.',
  feature: 'voice_changer',
  body: jsonBody(
    z
      .strictObject({
        duration_minutes: createIntegerField(
          limits.voiceChangerMinutes,
          'Minutes funded; the session ends here.',
        ),
        voice_id: voiceId
          .meta({ description: 'Voice of the catalogue. Absent: the caller streams a reference.' })
          .optional(),
      })
      .meta({ id: 'VoiceChangerSessionRequest' }),
  ),
  result: jsonReceivedAs(voiceChangerSessionSchema, receivedVoiceChangerSessionSchema),
  errors: ['insufficient_credits', 'capability_unavailable', 'at_capacity'],
  example: {
    body: { duration_minutes: 30, voice_id: 'deep-narrator' },
    reply: {
      session_id: '0197a3c2-2c63-7097-8e83-71a2df960b35',
      status: 'ready',
      stream_url: 'wss://host/api/v1/voice-changer/stream',
      model: 'voice-convert-1',
      session_token: 'st_8f1d2a',
      max_duration_sec: 1800,
      cost_usd: 1.8,
    },
  },
});
