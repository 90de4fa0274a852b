import type { HumanParserSignature } from './body/parser-signature.ts';
import type { PoseSignature } from './body/pose-signature.ts';
import type { PackKind, PackLicence } from './families.ts';

/** What the shapes of a model of bodies say. */
export type BodySignature = PoseSignature | HumanParserSignature;

/** What all models of bodies of a shape have in common. */
export interface BodyFamily {
  /** Stable, for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name, in small letters and digits only, by which its makers are known. */
  readonly hints: readonly string[];
  /** Licence of files whose name tells their maker. */
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

/** Every family. */
const bodyFamilies = {
  body: { ...pose, family: 'rtmpose', label: 'RTMPose' },
  feet: { ...pose, family: 'rtmpose_26', label: 'RTMPose with feet' },
  whole: { ...pose, family: 'rtmpose_133', label: 'RTMW or DWPose' },
  atr: { ...parser, family: 'human_parser_atr', label: 'Human parser (ATR)' },
  lip: { ...parser, family: 'human_parser_lip', label: 'Human parser (LIP)' },
} as const satisfies Readonly<Record<string, BodyFamily>>;

/** The family of a shape: one shape, one family. */
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
