import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';
import { type TalkFamily, toTalkFamily } from './talk-families.ts';
import { findTalkSignature, type TalkSignature } from './talk-signature.ts';

/** A model of talking faces that is known. */
export interface KnownTalk {
  readonly isKnown: true;
  readonly of: 'talk';
  readonly family: TalkFamily;
  readonly signature: TalkSignature;
  readonly licence: PackLicence;
  /** Why it is not used though it is known; null when it can be. */
  readonly refusal: string | null;
  /** What the user should know of it. */
  readonly note: string | null;
}

/** Says which model of talking faces a file is; null when it is none. `name` is in small letters and digits. */
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
