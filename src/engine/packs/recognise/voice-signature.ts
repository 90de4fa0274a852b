/** Tells from inputs and outputs alone what a model of voices may do, and which port is which. */
import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { type EncoderSignature, findEncoder } from './voices/encoder-signature.ts';
import { type EstimatorSignature, findEstimator } from './voices/estimator-signature.ts';
import { findKokoro, type KokoroSignature } from './voices/kokoro-signature.ts';
import { findPiper, type PiperSignature } from './voices/piper-signature.ts';
import { type AlmostVoice, Ports } from './voices/ports.ts';
import { findRvc, type RvcSignature } from './voices/rvc-signature.ts';

/** What the shapes of a model of voices say. */
export type VoiceSignature =
  | PiperSignature
  | KokoroSignature
  | RvcSignature
  | EncoderSignature
  | EstimatorSignature;

/** What the shapes of a model fit; null when they fit nothing that makes or changes voices. */
export function findVoiceSignature(header: OnnxHeader): VoiceSignature | AlmostVoice | null {
  return (
    findRvc(new Ports(header)) ??
    findPiper(new Ports(header)) ??
    findKokoro(new Ports(header)) ??
    findEstimator(new Ports(header)) ??
    findEncoder(new Ports(header))
  );
}
