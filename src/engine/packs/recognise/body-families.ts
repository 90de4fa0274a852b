import type { HumanParserSignature } from './body/parser-signature.ts';
import type { PoseSignature } from './body/pose-signature.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';
import type { PackLicence } from './families.ts';

/** Signature of a body model. */
export type BodySignature = PoseSignature | HumanParserSignature;

/** Common facts of all body models of a shape. */
export interface BodyFamily {
  /** Stable id for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name that identify its authors, in lower-case letters and digits. */
  readonly hints: readonly string[];
  /** Licence of files whose name identifies their authors. */
  readonly licence: PackLicence;
}

const APACHE: PackLicence = { text: 'Apache-2.0', use: 'open' };
const MIT: PackLicence = { text: 'MIT', use: 'open' };

const pose = {
  kind: 'pose_estimator',
  hints: ['rtmpose', 'rtmw', 'dwpose', 'dwll', 'dwmm'],
  licence: APACHE,
} as const;
const parser = { kind: 'human_parser', hints: ['schp', 'humanparsing'], licence: MIT } as const;

/** All families. */
const bodyFamilies = {
  body: { ...pose, family: 'rtmpose', label: 'RTMPose' },
  feet: { ...pose, family: 'rtmpose_26', label: 'RTMPose with feet' },
  whole: { ...pose, family: 'rtmpose_133', label: 'RTMW or DWPose' },
  atr: { ...parser, family: 'human_parser_atr', label: 'Human parser (ATR)' },
  lip: { ...parser, family: 'human_parser_lip', label: 'Human parser (LIP)' },
} as const satisfies Readonly<Record<string, BodyFamily>>;

/** Returns the family of a signature. */
export function toBodyFamily(signature: BodySignature): BodyFamily {
  if (signature.kind === 'human_parser') {
    return signature.classes === 18 ? bodyFamilies.atr : bodyFamilies.lip;
  }
  switch (signature.joints) {
    case 17:
      return bodyFamilies.body;
    case 26:
      return bodyFamilies.feet;
    case 133:
      return bodyFamilies.whole;
  }
}
