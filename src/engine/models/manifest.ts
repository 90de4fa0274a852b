import { z } from 'zod';

/** What the engine has built in. */
export type ModelName =
  | 'face-detection-short'
  | 'face-detection-full'
  | 'face-mesh'
  | 'face-mesh-plain'
  | 'palm-detection'
  | 'hand-landmarks'
  | 'person-matte'
  | 'face-identity'
  | 'pose-detection'
  | 'pose-landmarks';

const shapeSchema = z.object({ name: z.string(), shape: z.array(z.number().int().positive()) });

const originShape = {
  package: z.string(),
  version: z.string(),
  licence: z.string(),
  /** The file of the package it was made from. */
  source: z.string(),
};

/** A model in the output folder. */
export const modelEntrySchema = z.object({
  name: z.string(),
  file: z.string(),
  sizeBytes: z.number().int().positive(),
  /** Hex, of the ONNX file. */
  sha256: z.string().length(64),
  inputs: z.array(shapeSchema),
  outputs: z.array(shapeSchema),
  ...originShape,
});

/** `manifest.json`: what lies in the folder of models, and where it came from. */
export const manifestSchema = z.object({
  /** Hash of everything the models were made from; another one means that they have to be made again. */
  fingerprint: z.string(),
  models: z.array(modelEntrySchema),
  canonicalFace: z.object({ file: z.string(), sha256: z.string().length(64), ...originShape }),
});

/** A model of a folder. */
export type ModelEntry = z.output<typeof modelEntrySchema>;
/** What lies in a folder of models. */
export type ModelManifest = z.output<typeof manifestSchema>;

/** Name of the manifest in a folder of models. */
export const MANIFEST_FILE = 'manifest.json';
/** Name of the canonical face beside it. */
export const CANONICAL_FACE_FILE = 'canonical-face.json';
