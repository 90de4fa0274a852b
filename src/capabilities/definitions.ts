import type { CapabilityDefinition } from './definition.ts';
import { faceSwap } from './face-swap/definition.ts';
import { faceSwapImage } from './face-swap-image/definition.ts';
import { textToSpeech } from './text-to-speech/definition.ts';

/** Capabilities whose jobs are made with a form of files and settings. */
export const capabilities = [faceSwap, faceSwapImage] as const satisfies CapabilityDefinition[];

/** Capabilities that are asked for in words; no form of files shows them. */
export const spokenCapabilities = [textToSpeech] as const satisfies CapabilityDefinition[];

/** Name of a feature that has a form of files. */
export type BuiltInFeature = (typeof capabilities)[number]['feature'];
