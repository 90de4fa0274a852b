import type { PackKind } from '../../../base/pack-kinds.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';
import type { TalkSignature } from './talk-signature.ts';

/** Common facts of all talking-face models of a shape. */
export interface TalkFamily {
  /** Stable id for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name that identify its authors, in lower-case letters and digits. */
  readonly hints: readonly string[];
  /** Licence of files whose name identifies their authors. */
  readonly licence: PackLicence;
  /** Families that this one needs, with their authors' file names. */
  readonly needs: readonly { readonly family: string; readonly file: string }[];
  /** Reason why recognised files of this family are not used. */
  readonly refusal: string | null;
}

const MIT: PackLicence = { text: 'MIT', use: 'open' };
const APACHE: PackLicence = { text: 'Apache-2.0', use: 'open' };

const alone = { needs: [], refusal: null } as const;
const part = { ...alone, kind: 'animator_part', hints: ['liveportrait'], licence: MIT } as const;
const diffusion = {
  kind: 'mouth_painter',
  licence: UNKNOWN_LICENCE,
  needs: [],
  refusal: 'It takes seconds for every frame: Guise does not run it.',
} as const;

/** All families. */
export const talkFamilies = {
  audio2expression: {
    ...alone,
    family: 'lam_audio2expression',
    kind: 'sound_to_mouth',
    label: 'LAM Audio2Expression',
    hints: ['audio2exp', 'lam'],
    licence: APACHE,
  },
  wav2arkit: {
    ...alone,
    family: 'wav2arkit',
    kind: 'sound_to_mouth',
    label: 'Wav2ARKit',
    hints: ['wav2arkit'],
    licence: APACHE,
  },
  wav2lip: {
    ...alone,
    family: 'wav2lip',
    kind: 'mouth_painter',
    label: 'Wav2Lip',
    hints: ['wav2lip'],
    licence: { text: 'Wav2Lip: non-commercial only', use: 'non_commercial' },
  },
  edtalk: {
    ...alone,
    family: 'edtalk',
    kind: 'mouth_painter',
    label: 'EDTalk',
    hints: ['edtalk'],
    licence: APACHE,
  },
  live_portrait: {
    family: 'live_portrait',
    kind: 'portrait_animator',
    label: 'LivePortrait',
    hints: ['liveportrait', 'warpingspade'],
    licence: MIT,
    needs: [
      { family: 'live_portrait_features', file: 'live_portrait_feature_extractor.onnx' },
      { family: 'live_portrait_motion', file: 'live_portrait_motion_extractor.onnx' },
      { family: 'live_portrait_lips', file: 'live_portrait_lip_retargeter.onnx' },
      { family: 'live_portrait_lids', file: 'live_portrait_eye_retargeter.onnx' },
    ],
    refusal: null,
  },
  features: { ...part, family: 'live_portrait_features', label: 'LivePortrait, features' },
  motion: { ...part, family: 'live_portrait_motion', label: 'LivePortrait, motion' },
  lips: { ...part, family: 'live_portrait_lips', label: 'LivePortrait, lips' },
  lids: { ...part, family: 'live_portrait_lids', label: 'LivePortrait, lids' },
  musetalk: { ...diffusion, family: 'musetalk', label: 'MuseTalk', hints: ['musetalk'] },
  latentsync: { ...diffusion, family: 'latentsync', label: 'LatentSync', hints: ['latentsync'] },
} as const satisfies Readonly<Record<string, TalkFamily>>;

/** Returns the family of a signature. */
export function toTalkFamily(signature: TalkSignature): TalkFamily {
  switch (signature.kind) {
    case 'blendshapes':
      return signature.identity === null ? talkFamilies.wav2arkit : talkFamilies.audio2expression;
    case 'painter':
      return signature.weight === null ? talkFamilies.wav2lip : talkFamilies.edtalk;
    case 'portrait_features':
      return talkFamilies.features;
    case 'portrait_motion':
      return talkFamilies.motion;
    case 'portrait_generator':
      return talkFamilies.live_portrait;
    case 'portrait_lips':
      return talkFamilies.lips;
    case 'portrait_lids':
      return talkFamilies.lids;
    case 'musetalk':
      return talkFamilies.musetalk;
    case 'latentsync':
      return talkFamilies.latentsync;
  }
}
