import type { PackKind } from '../../../base/pack-kinds.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';
import type { VoiceSignature } from './voice-signature.ts';

/** Common facts of all voice models of a shape. */
export interface VoiceFamily {
  /** Stable id for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name that identify its authors, in lower-case letters and digits. */
  readonly hints: readonly string[];
  /** Licence of files whose name identifies their authors. */
  readonly licence: PackLicence;
}

const MIT: PackLicence = { text: 'MIT', use: 'open' };

/** Family of each signature. */
export const voiceFamilies: Readonly<Record<VoiceSignature['kind'], VoiceFamily>> = {
  piper: {
    family: 'piper',
    kind: 'speaker',
    label: 'Piper',
    hints: [],
    // The licence differs between voices; a MODEL_CARD beside the file states it.
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
