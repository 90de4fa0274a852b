/** Recognises the kind of a voice model and the purpose of its ports from inputs and outputs alone. */
import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { type EncoderSignature, findEncoder } from './voices/encoder-signature.ts';
import { type EstimatorSignature, findEstimator } from './voices/estimator-signature.ts';
import { findKokoro, type KokoroSignature } from './voices/kokoro-signature.ts';
import { findPiper, type PiperSignature } from './voices/piper-signature.ts';
import { type AlmostVoice, Ports } from './voices/ports.ts';
import { findRvc, type RvcSignature } from './voices/rvc-signature.ts';

/** Signature of a voice model. */
export type VoiceSignature =
  | PiperSignature
  | KokoroSignature
  | RvcSignature
  | EncoderSignature
  | EstimatorSignature;

/** Finds the signature of a voice model; null for other models. */
export function findVoiceSignature(header: OnnxHeader): VoiceSignature | AlmostVoice | null {
  return (
    findRvc(new Ports(header)) ??
    findPiper(new Ports(header)) ??
    findKokoro(new Ports(header)) ??
    findEstimator(new Ports(header)) ??
    findEncoder(new Ports(header))
  );
}
