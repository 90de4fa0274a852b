import type { OnnxHeader } from '../onnx/onnx-header.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';
import { describePorts } from './signature.ts';
import { voiceFamilies, type VoiceFamily } from './voice-families.ts';
import { findVoiceSignature, type VoiceSignature } from './voice-signature.ts';

/** Recognised voice model. */
export interface KnownVoice {
  readonly isKnown: true;
  readonly of: 'voice';
  readonly family: VoiceFamily;
  readonly signature: VoiceSignature;
  /** Metadata of the file. */
  readonly metadata: OnnxHeader['metadata'];
  readonly licence: PackLicence;
  readonly refusal: null;
  readonly note: null;
}

/** Voice model with inputs that cannot be fed. */
export interface AlmostKnownVoice {
  readonly isKnown: false;
  readonly kind: PackKind;
  readonly licence: PackLicence;
  readonly refusal: string;
}

/** Recognises a voice model; null for other files. `name` holds lower-case letters and digits only. */
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
