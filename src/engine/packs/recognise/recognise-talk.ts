import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';
import { type TalkFamily, toTalkFamily } from './talk-families.ts';
import { findTalkSignature, type TalkSignature } from './talk-signature.ts';

/** Recognised talking-face model. */
export interface KnownTalk {
  readonly isKnown: true;
  readonly of: 'talk';
  readonly family: TalkFamily;
  readonly signature: TalkSignature;
  readonly licence: PackLicence;
  /** Reason why the recognised model is not used; null when it can be. */
  readonly refusal: string | null;
  /** Remark for the user. */
  readonly note: string | null;
}

/** Recognises a talking-face model; null for other files. `name` holds lower-case letters and digits only. */
export function recogniseTalk(
  header: OnnxHeader,
  name: string,
  stated: PackLicence | null,
): KnownTalk | null {
  const signature = findTalkSignature(header);
  if (signature === null) {
    return null;
  }
  const family = toTalkFamily(signature);
  const isNamed = family.hints.some((hint) => name.includes(hint));
  return {
    isKnown: true,
    of: 'talk',
    family,
    signature,
    licence: stated ?? (isNamed ? family.licence : UNKNOWN_LICENCE),
    refusal: family.refusal,
    note: isNamed ? null : `Taken for ${family.label} by its shape; its name says nothing.`,
  };
}
