import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { UNKNOWN_LICENCE, type PackKind, type PackLicence } from './families.ts';
import { describePorts } from './signature.ts';
import { voiceFamilies, type VoiceFamily } from './voice-families.ts';
import { findVoiceSignature, type VoiceSignature } from './voice-signature.ts';

/** A model of voices that is known. */
export interface KnownVoice {
  readonly isKnown: true;
  readonly of: 'voice';
  readonly family: VoiceFamily;
  readonly signature: VoiceSignature;
  /** What the file says of itself. */
  readonly metadata: OnnxHeader['metadata'];
  readonly licence: PackLicence;
  readonly refusal: null;
  readonly note: null;
}

/** A model that is nearly one of voices. */
export interface AlmostKnownVoice {
  readonly isKnown: false;
  readonly kind: PackKind;
  readonly licence: PackLicence;
  readonly refusal: string;
}

/** Says which model of voices a file is; null when it is none. `name` is in small letters and digits. */
export function recogniseVoice(
  header: OnnxHeader,
  name: string,
  stated: PackLicence | null,
): KnownVoice | AlmostKnownVoice | null {
  const signature = findVoiceSignature(header);
  if (signature === null) {
    return null;
  }
  if (signature.kind === 'almost') {
    const { kind, label } = voiceFamilies[signature.like];
    const extra = describePorts({ ...header, inputs: signature.extra });
    return {
      isKnown: false,
      kind,
      licence: stated ?? UNKNOWN_LICENCE,
      refusal: `It has the inputs of ${label} and more that Guise cannot give it: ${extra}.`,
    };
  }
  const family = voiceFamilies[signature.kind];
  const isNamed = family.hints.some((hint) => name.includes(hint));
  return {
    isKnown: true,
    of: 'voice',
    family,
    signature,
    metadata: header.metadata,
    licence: stated ?? (isNamed ? family.licence : UNKNOWN_LICENCE),
    refusal: null,
    note: null,
  };
}
