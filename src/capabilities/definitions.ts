import type { CapabilityDefinition } from './definition.ts';
import { faceSwap } from './face-swap/definition.ts';
import { faceSwapImage } from './face-swap-image/definition.ts';

/** Every capability that can be done on this computer. */
export const capabilities = [faceSwap, faceSwapImage] as const satisfies CapabilityDefinition[];

/** Name of a feature that has a capability here. */
export type BuiltInFeature = (typeof capabilities)[number]['feature'];
