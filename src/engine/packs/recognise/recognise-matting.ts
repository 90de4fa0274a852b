import type { OnnxHeader } from '../onnx/onnx-header.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';
import { findMattingFamily, type MattingFamily, mattingFamilies } from './matting-families.ts';
import { findMatting, type MattingSignature } from './matting/matting-signature.ts';

/** Recognised matting network. */
export interface KnownMatting {
  readonly isKnown: true;
  readonly of: 'matting';
  readonly family: MattingFamily;
  readonly signature: MattingSignature;
  readonly licence: PackLicence;
  /** Reason why the recognised network is not used; null when it can be. */
  readonly refusal: string | null;
  readonly note: string | null;
}

/** Matting network that only a name could identify. */
interface UnnamedMatting {
  readonly isKnown: false;
  readonly kind: PackKind;
  readonly licence: PackLicence;
  readonly refusal: string;
}

/** Recognises a matting network; null for other files. `name` holds lower-case letters and digits only. */
export function recogniseMatting(
  header: OnnxHeader,
  name: string,
  stated: PackLicence | null,
): KnownMatting | UnnamedMatting | null {
  const signature = findMatting(header);
  if (signature === null) {
    return null;
  }
  const found = findMattingFamily(signature, name);
  if (found?.isNamed !== true && !signature.isPlane) {
    return null;
  }
  if (found === null) {
    const { birefnet, isnet } = mattingFamilies;
    return {
      isKnown: false,
      kind: 'matting',
      licence: stated ?? UNKNOWN_LICENCE,
      refusal: `Several models have this shape (${birefnet.label}, ${isnet.label}). Put ${birefnet.hints[0]} or ${isnet.hints[0]} into the name of the file to say which.`,
    };
  }
  const { family, isNamed } = found;
  return {
    isKnown: true,
    of: 'matting',
    family,
    signature,
    licence: stated ?? (isNamed ? family.licence : UNKNOWN_LICENCE),
    refusal: null,
    note: isNamed ? null : `Taken for ${family.label} by its shape; its name says nothing.`,
  };
}
