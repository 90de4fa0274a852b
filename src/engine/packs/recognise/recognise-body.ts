import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { findHumanParser } from './body/parser-signature.ts';
import { findPose } from './body/pose-signature.ts';
import { type BodyFamily, type BodySignature, toBodyFamily } from './body-families.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';

/** Recognised body model. */
export interface KnownBody {
  readonly isKnown: true;
  readonly of: 'body';
  readonly family: BodyFamily;
  readonly signature: BodySignature;
  readonly licence: PackLicence;
  /** Reason why the recognised model is not used; null when it can be. */
  readonly refusal: string | null;
  /** Remark for the user. */
  readonly note: string | null;
}

/** Recognises a body model; null for other files. `name` holds lower-case letters and digits only. */
export function recogniseBody(
  header: OnnxHeader,
  name: string,
  stated: PackLicence | null,
): KnownBody | null {
  const signature = findPose(header) ?? findHumanParser(header);
  if (signature === null) {
    return null;
  }
  const family = toBodyFamily(signature);
  const isNamed = family.hints.some((hint) => name.includes(hint));
  return {
    isKnown: true,
    of: 'body',
    family,
    signature,
    licence: stated ?? (isNamed ? family.licence : UNKNOWN_LICENCE),
    refusal: null,
    note: isNamed ? null : `Taken for ${family.label} by its shape; its name says nothing.`,
  };
}
