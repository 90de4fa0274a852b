import type { DiffusionSet } from './diffusion-files/diffusion-set.ts';
import type { OnnxHeader } from './onnx/onnx-header.ts';
import type { PackEntry } from './pack-list.ts';
import type { KnownBody } from './recognise/recognise-body.ts';
import type { KnownDiffusion } from './recognise/recognise-diffusion.ts';
import type { KnownMatting } from './recognise/recognise-matting.ts';
import type { KnownTalk } from './recognise/recognise-talk.ts';
import type { KnownVoice } from './recognise/recognise-voice.ts';
import type { KnownFace } from './recognise/recognise.ts';
import type { PackVoice } from './voice-files/speech-models.ts';

/** Recognised face model with the facts that loading needs. */
export interface RecognisedPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly header: OnnxHeader;
  readonly found: KnownFace;
}

/** Usable voice model with the facts that loading needs. */
export interface RecognisedVoicePack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownVoice;
  /** Voices of the model; empty when it does not speak. */
  readonly voices: readonly PackVoice[];
}

/** Usable body model with the facts that loading needs. */
export interface RecognisedBodyPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownBody;
}

/** Usable talking-face model with the facts that loading needs. */
export interface RecognisedTalkPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownTalk;
}

/** Usable diffusion model with all of its files. */
export interface RecognisedDiffusionPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownDiffusion;
  readonly set: DiffusionSet;
}

/** Usable matting network with the facts that loading needs. */
export interface RecognisedMattingPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownMatting;
}
