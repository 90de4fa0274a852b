/** Recognises the kind of a talking-face model and the purpose of its ports from inputs and outputs alone. */
import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { type BlendshapeSignature, findBlendshapes } from './talk/blendshape-signature.ts';
import { type DiffusionSignature, findDiffusion } from './talk/diffusion-signature.ts';
import { findPainter, type PainterSignature } from './talk/painter-signature.ts';
import { findPortrait, type PortraitSignature } from './talk/portrait-signature.ts';

/** Signature of a talking-face model. */
export type TalkSignature =
  | BlendshapeSignature
  | PainterSignature
  | PortraitSignature
  | DiffusionSignature;

/** Finds the signature of a talking-face model; null for other models. */
export function findTalkSignature(header: OnnxHeader): TalkSignature | null {
  return (
    findBlendshapes(header) ?? findPainter(header) ?? findPortrait(header) ?? findDiffusion(header)
  );
}
