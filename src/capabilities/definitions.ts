import { avatar } from './avatar/definition.ts';
import type { CapabilityDefinition } from './definition.ts';
import { faceSwap } from './face-swap/definition.ts';
import { faceSwapImage } from './face-swap-image/definition.ts';
import { identitySwap } from './identity-swap/definition.ts';
import { lipSync } from './lip-sync/definition.ts';
import { motionControl } from './motion-control/definition.ts';
import { reimagineImage } from './reimagine-image/definition.ts';
import { reimagineVideo } from './reimagine-video/definition.ts';
import { textToSpeech } from './text-to-speech/definition.ts';
import { voiceClone } from './voice-clone/definition.ts';

/** All capabilities, in the order of display. */
export const capabilities = [
  faceSwap,
  faceSwapImage,
  reimagineImage,
  reimagineVideo,
  lipSync,
  avatar,
  motionControl,
  identitySwap,
  textToSpeech,
  voiceClone,
] as const satisfies CapabilityDefinition[];

/** Feature of a built-in capability. */
export type BuiltInFeature = (typeof capabilities)[number]['feature'];
