/** Tells from inputs and outputs alone what a model of talking faces may do, and which port is which. */
import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { type BlendshapeSignature, findBlendshapes } from './talk/blendshape-signature.ts';
import { type DiffusionSignature, findDiffusion } from './talk/diffusion-signature.ts';
import { findPainter, type PainterSignature } from './talk/painter-signature.ts';
import { findPortrait, type PortraitSignature } from './talk/portrait-signature.ts';

/** What the shapes of a model of talking faces say. */
export type TalkSignature =
  | BlendshapeSignature
  | PainterSignature
  | PortraitSignature
  | DiffusionSignature;

/** What the shapes of a model fit; null when they fit nothing that makes faces talk. */
export function findTalkSignature(header: OnnxHeader): TalkSignature | null {
  return (
    findBlendshapes(header) ?? findPainter(header) ?? findPortrait(header) ?? findDiffusion(header)
  );
}
