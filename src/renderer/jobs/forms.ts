import {
  AudioLines,
  Clapperboard,
  Images,
  type LucideIcon,
  MessageSquareText,
  ScanFace,
} from 'lucide-react';
import { type BuiltInFeature, capabilities } from '../../capabilities/definitions.ts';
import type { JobFeature } from '../../contract/api/features.ts';

/** A feature that has a form: the capabilities there are. Their texts are in the catalogue under their feature. */
export type FormFeature = BuiltInFeature;

/** All of them, in the order they are offered. */
export const formFeatures: readonly FormFeature[] = capabilities.map(({ feature }) => feature);

const icons: Readonly<Record<FormFeature, LucideIcon> & Partial<Record<JobFeature, LucideIcon>>> = {
  face_swap: Clapperboard,
  face_swap_image: ScanFace,
  text_to_speech: MessageSquareText,
  voice_clone: AudioLines,
};

/** Whether a feature has a form. */
export function isFormFeature(feature: string): feature is FormFeature {
  return formFeatures.some((known) => known === feature);
}

/** Symbol of the jobs of a feature. */
export function iconOf(feature: string): LucideIcon {
  return isFormFeature(feature) ? icons[feature] : Images;
}
