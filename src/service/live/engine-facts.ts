import { defaultSwapPrompt } from '../../contract/api/operations/live.ts';
import type { LiveEngine } from './live-engines.ts';

/** Description of an engine that is known without running it. */
export type EngineFacts = Omit<
  LiveEngine,
  'prepare' | 'setCard' | 'sendFramesTo' | 'countWorkers' | 'isElsewhere'
>;

/** The real-time swap. */
export const swapEngine = {
  feature: 'real_time_swap_full',
  model: 'guise-live-1',
  streamPath: '/real-time-swap/stream',
  defaultPrompt: defaultSwapPrompt,
} as const satisfies EngineFacts;

/** The voice changer. */
export const voiceEngine = {
  feature: 'voice_changer',
  model: 'guise-voice-1',
  streamPath: '/voice-changer/stream',
  defaultPrompt: '',
} as const satisfies EngineFacts;
