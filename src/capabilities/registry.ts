import type { JsonObject } from '../base/json.ts';
import type { PackSetup } from '../contract/model-packs.ts';
import { type BuiltInFeature, capabilities } from './definitions.ts';
import type { Processor, ProcessorEntry } from './processor.ts';

/** Loads the processor of each capability inside a worker. */
const loaders: Readonly<Record<BuiltInFeature, () => Promise<Processor>>> = {
  avatar: async () => (await import('./avatar/processor.ts')).processor,
  face_swap: async () => (await import('./face-swap/processor.ts')).processor,
  face_swap_image: async () => (await import('./face-swap-image/processor.ts')).processor,
  identity_swap: async () => (await import('./identity-swap/processor.ts')).processor,
  lip_sync: async () => (await import('./lip-sync/processor.ts')).processor,
  motion_control: async () => (await import('./motion-control/processor.ts')).processor,
  reimagine_image: async () => (await import('./reimagine-image/processor.ts')).processor,
  reimagine_video: async () => (await import('./reimagine-video/processor.ts')).processor,
  text_to_speech: async () => (await import('./text-to-speech/processor.ts')).processor,
  voice_clone: async () => (await import('./voice-clone/processor.ts')).processor,
};

async function checkInstructions(input: JsonObject, packs: PackSetup | null): Promise<void> {
  const { checkPrompt } = await import('./kit/instructions.ts');
  const { findPromptModel } = await import('./kit/prompt-model.ts');
  checkPrompt(input, await findPromptModel(packs));
}

/** Processors of all capabilities. Missing features answer `capability_unavailable`. */
export const processors: readonly ProcessorEntry[] = capabilities.map((capability) => ({
  feature: capability.feature,
  ...('instructions' in capability ? { check: checkInstructions } : {}),
  load: loaders[capability.feature],
}));
