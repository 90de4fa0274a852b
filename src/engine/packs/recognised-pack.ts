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

/** A model of faces that was recognised, with what is needed to load it. */
export interface RecognisedPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly header: OnnxHeader;
  readonly found: KnownFace;
}

/** A model of voices that can be used, with what is needed to load it. */
export interface RecognisedVoicePack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownVoice;
  /** Who speaks with it; empty where it is none that speaks. */
  readonly voices: readonly PackVoice[];
}

/** A model of bodies that can be used, with what is needed to load it. */
export interface RecognisedBodyPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownBody;
}

/** A model of talking faces that can be used, with what is needed to load it. */
export interface RecognisedTalkPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownTalk;
}

/** A diffusion model that can be used, with all of its files. */
export interface RecognisedDiffusionPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownDiffusion;
  readonly set: DiffusionSet;
}

/** A network for mattes that can be used, with what is needed to load it. */
export interface RecognisedMattingPack {
  readonly entry: PackEntry;
  readonly path: string;
  readonly found: KnownMatting;
}
