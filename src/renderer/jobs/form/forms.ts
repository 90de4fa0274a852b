import {
  AudioLines,
  Clapperboard,
  Film,
  Replace,
  Images,
  PersonStanding,
  type LucideIcon,
  MessageSquareText,
  ScanFace,
  Speech,
  SquareUser,
  WandSparkles,
} from 'lucide-react';
import type { CapabilitySymbol, InstructionSubject } from '../../../capabilities/definition.ts';
import { type BuiltInFeature, capabilities } from '../../../capabilities/definitions.ts';

/** A feature that has a form: the capabilities there are. Their texts are in the catalogue under their feature. */
export type FormFeature = BuiltInFeature;

/** All features with a form, in display order. */
export const formFeatures: readonly FormFeature[] = capabilities.map(({ feature }) => feature);

const icons: Readonly<Record<CapabilitySymbol, LucideIcon>> = {
  clapperboard: Clapperboard,
  film: Film,
  exchange: Replace,
  message: MessageSquareText,
  portrait: SquareUser,
  scan_face: ScanFace,
  sound: AudioLines,
  speech: Speech,
  walk: PersonStanding,
  wand: WandSparkles,
};

/** Returns whether a feature has a form. */
export function isFormFeature(feature: string): feature is FormFeature {
  return formFeatures.some((known) => known === feature);
}

/** Subject of a feature's prompt instructions; null when they are not interpreted. */
export function findInstructionSubject(feature: FormFeature): InstructionSubject | null {
  const capability = capabilities.find((known) => known.feature === feature);
  return capability !== undefined && 'instructions' in capability ? capability.instructions : null;
}

/** Symbol of the jobs of a feature. */
export function toIcon(feature: string): LucideIcon {
  const capability = capabilities.find((known) => known.feature === feature);
  return capability === undefined ? Images : icons[capability.symbol];
}
