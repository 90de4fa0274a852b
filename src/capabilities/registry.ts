import { type BuiltInFeature, capabilities } from './definitions.ts';
import type { Processor, ProcessorEntry } from './processor.ts';

/** Loads what does each capability, inside a worker. */
const loaders: Readonly<Record<BuiltInFeature, () => Promise<Processor>>> = {
  avatar: async () => (await import('./avatar/processor.ts')).processor,
  face_swap: async () => (await import('./face-swap/processor.ts')).processor,
  face_swap_image: async () => (await import('./face-swap-image/processor.ts')).processor,
  lip_sync: async () => (await import('./lip-sync/processor.ts')).processor,
  motion_control: async () => (await import('./motion-control/processor.ts')).processor,
  text_to_speech: async () => (await import('./text-to-speech/processor.ts')).processor,
  voice_clone: async () => (await import('./voice-clone/processor.ts')).processor,
};

/** Every capability that can do jobs. A feature that is missing answers `capability_unavailable`. */
export const processors: readonly ProcessorEntry[] = capabilities.map(({ feature }) => ({
  feature,
  load: loaders[feature],
}));
