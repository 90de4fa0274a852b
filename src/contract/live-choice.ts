import * as z from 'zod';
import { limits } from './api/limits.ts';

/** Backgrounds that the user can choose without writing a prompt; each stands for words of the instruction. */
export const liveBackgrounds = ['keep', 'blur', 'dark', 'white', 'green'] as const;

/** See {@link liveBackgrounds}. */
export type LiveBackground = (typeof liveBackgrounds)[number];

/** Modes of the character; `auto` follows its image, `talk` animates it without a camera. */
export const liveParts = ['auto', 'face', 'head', 'body', 'talk'] as const;

/** See {@link liveParts}. */
export type LivePart = (typeof liveParts)[number];

/** Heights of the sent frames, in pixels; all are 16:9. */
export const liveHeights = [480, 720, 1080] as const;

/** Pictures a second that are sent. */
export const liveRates = [15, 24, 30] as const;

/** Seconds that a replay can go back; 0 holds none. */
export const replayLengths = [0, 15, 30, 60, 120] as const;

/** User's settings of a live session, restored at the next start of the app. */
export const liveChoiceSchema = z.object({
  characterId: z.string().max(64).nullable().default(null),
  prompt: z.string().max(limits.promptChars).default(''),
  background: z.enum(liveBackgrounds).catch('keep').default('keep'),
  part: z.enum(liveParts).default('auto'),
  heightP: z.literal(liveHeights).default(720),
  fps: z.literal(liveRates).default(30),
  /** True when smaller frames are sent while this computer cannot keep up. */
  hasAutoSize: z.boolean().default(true),
  /** Smaller size set for that reason rather than by the user; null while there is none. */
  loweredTo: z
    .object({ heightP: z.literal(liveHeights), fps: z.literal(liveRates) })
    .nullable()
    .catch(null)
    .default(null),
  /** True when a preview shows the character before going live, where that costs nothing. */
  hasSwappedPreview: z.boolean().default(true),
  /** Cover that is shown while the face is lost. */
  cover: z.enum(['blur', 'card', 'hold']).default('card'),
  /** Text on the user's own cover card. */
  coverText: z.string().max(80).default(''),
  /** True when the output is also a camera of this computer; the next start opens it again. */
  hasVirtualCamera: z.boolean().default(false),
  /** True when the virtual camera is also served as a page of this computer, for browser sources. */
  hasOutputPage: z.boolean().default(false),
  /** True when only the streamer is swapped and other people are hidden. */
  hasIdentityLock: z.boolean().default(true),
  /** True when swapped frames carry a badge that marks them. */
  hasBadge: z.boolean().default(true),
  /** Length of the replay buffer, which can be saved after the fact. */
  replaySeconds: z.literal(replayLengths).catch(0).default(0),
  /** Cost of a session at which the user is asked whether to go on; null for no limit. */
  spendLimitUsd: z.number().positive().max(10_000).nullable().catch(null).default(null),
  durationMinutes: z
    .int()
    .min(limits.realTimeSwapMinutes.min)
    .max(limits.realTimeSwapMinutes.max)
    .default(60),
});

/** See {@link liveChoiceSchema}. */
export type LiveChoice = z.output<typeof liveChoiceSchema>;
