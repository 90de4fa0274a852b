import { UNKNOWN_LICENCE, type PackKind, type PackLicence } from './families.ts';
import type { VoiceSignature } from './voice-signature.ts';

/** What all models of voices of a shape have in common. */
export interface VoiceFamily {
  /** Stable, for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name, in small letters and digits only, by which its makers are known. */
  readonly hints: readonly string[];
  /** Licence of files whose name tells their maker. */
  readonly licence: PackLicence;
}

const MIT: PackLicence = { text: 'MIT', use: 'open' };

/** The family of each shape: one shape, one family. */
export const voiceFamilies: Readonly<Record<VoiceSignature['kind'], VoiceFamily>> = {
  piper: {
    family: 'piper',
    kind: 'speaker',
    label: 'Piper',
    hints: [],
    // Differs from voice to voice; a MODEL_CARD beside the file says it.
    licence: UNKNOWN_LICENCE,
  },
  kokoro: {
    family: 'kokoro',
    kind: 'speaker',
    label: 'Kokoro',
    hints: ['kokoro'],
    licence: { text: 'Apache-2.0', use: 'open' },
  },
  rvc: {
    family: 'rvc',
    kind: 'voice',
    label: 'RVC',
    hints: [],
    licence: UNKNOWN_LICENCE,
  },
  encoder: {
    family: 'content_encoder',
    kind: 'encoder',
    label: 'Content encoder (ContentVec, HuBERT)',
    hints: ['contentvec', 'vec768', 'vec256', 'hubert'],
    licence: MIT,
  },
  estimator: {
    family: 'rmvpe',
    kind: 'estimator',
    label: 'RMVPE',
    hints: [],
    licence: UNKNOWN_LICENCE,
  },
};
