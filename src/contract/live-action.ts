import * as z from 'zod';
import { liveBackgrounds, liveParts } from './live-choice.ts';

/**
 * Actions that a program or a global key may trigger in the page: the page owns camera, microphone and output,
 * main only forwards the action.
 */
export const liveActionSchema = z.discriminatedUnion('type', [
  /** Goes live with the user's settings; no effect while live. */
  z.strictObject({ type: z.literal('start_live') }),
  z.strictObject({ type: z.literal('stop_live') }),
  z.strictObject({ type: z.literal('set_cover'), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('set_mute'), isOn: z.boolean() }),
  /** The other way round, for keys and buttons that know no state. */
  z.strictObject({ type: z.literal('toggle_mute') }),
  /** Turns bypass on or off. */
  z.strictObject({ type: z.literal('set_passthrough'), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('choose_character'), characterId: z.string().max(64) }),
  /** Steps through the gallery, around its end; −1 is the previous character. */
  z.strictObject({ type: z.literal('step_character'), by: z.literal([1, -1]) }),
  /** Mode of the character and its background. */
  z.strictObject({ type: z.literal('choose_part'), part: z.enum(liveParts) }),
  z.strictObject({ type: z.literal('choose_background'), background: z.enum(liveBackgrounds) }),
  z.strictObject({ type: z.literal('choose_preset'), presetId: z.string().max(64) }),
  z.strictObject({ type: z.literal('step_preset'), by: z.literal([1, -1]) }),
  z.strictObject({ type: z.literal('toggle_recording') }),
  /** Puts a marker into the recording. */
  z.strictObject({ type: z.literal('add_marker') }),
  /** Makes a file of the seconds that are held. */
  z.strictObject({ type: z.literal('save_replay') }),
  /** Saves the current output frame. */
  z.strictObject({ type: z.literal('save_snapshot') }),
  z.strictObject({ type: z.literal('start_voice') }),
  z.strictObject({ type: z.literal('stop_voice') }),
  /** Push to talk: heard while it is on; without effect where the user is heard all the time. */
  z.strictObject({ type: z.literal('set_talking'), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('toggle_talking') }),
  z.strictObject({ type: z.literal('choose_voice'), voiceId: z.string().max(64) }),
]);

/** See {@link liveActionSchema}. */
export type LiveAction = z.output<typeof liveActionSchema>;
