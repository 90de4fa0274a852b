import { z } from 'zod';

/** Names of the engine's built-in networks. */
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
  /** File of the package that it was converted from. */
  source: z.string(),
};

/** Schema of a model's entry in the manifest. */
export const modelEntrySchema = z.object({
  name: z.string(),
  file: z.string(),
  sizeBytes: z.number().int().positive(),
  /** SHA-256 of the ONNX file in hexadecimal. */
  sha256: z.string().length(64),
  inputs: z.array(shapeSchema),
  outputs: z.array(shapeSchema),
  ...originShape,
});

/** Schema of `manifest.json`: the files of a folder of models with their origins. */
export const manifestSchema = z.object({
  /** Hash of packages, sources and converters; when it changes, the models are rebuilt. */
  fingerprint: z.string(),
  models: z.array(modelEntrySchema),
  canonicalFace: z.object({ file: z.string(), sha256: z.string().length(64), ...originShape }),
});

/** Parsed entry of a model. */
export type ModelEntry = z.output<typeof modelEntrySchema>;
/** Parsed manifest of a folder of models. */
export type ModelManifest = z.output<typeof manifestSchema>;

/** File name of the manifest. */
export const MANIFEST_FILE = 'manifest.json';
/** File name of the canonical face. */
export const CANONICAL_FACE_FILE = 'canonical-face.json';
