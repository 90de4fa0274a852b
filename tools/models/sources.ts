import type { ModelName } from '../../src/engine/models/manifest.ts';
import type { NamedShape } from './converted-model.ts';

/** Source of a model: a file of a package. */
export interface ModelSource {
  /** Name of the model, which becomes `NAME.onnx` in the output folder. */
  readonly name: ModelName;
  readonly package: string;
  /** Exact version, whose weights match the engine's pre- and post-processing. */
  readonly version: string;
  readonly licence: string;
  readonly format: 'tflite' | 'tfjs';
  /** Path in the package; for a TFJS model its graph, with the weights beside it. */
  readonly file: string;
  /** Nodes of a TFJS model that become outputs, with their shapes; nodes that lead to no output are left out. */
  readonly outputs?: readonly NamedShape[] | undefined;
  /** Name of the model inside an Emscripten package, with the package's loader script. */
  readonly packedAs?: { readonly index: string; readonly name: string } | undefined;
}

const PACKED_INDEX = 'face_mesh_solution_packed_assets_loader.js';
const PACKED_FILE = 'face_mesh_solution_packed_assets.data';
const faceMeshPackage = {
  package: '@mediapipe/face_mesh',
  version: '0.4.1633559619',
  licence: 'Apache-2.0',
} as const;
const handsPackage = {
  package: '@mediapipe/hands',
  version: '0.4.1675469240',
  licence: 'Apache-2.0',
} as const;
const posePackage = {
  package: '@mediapipe/pose',
  version: '0.5.1675469404',
  licence: 'Apache-2.0',
} as const;
const humanPackage = {
  package: '@vladmandic/human',
  version: '3.3.6',
  licence: 'MIT',
} as const;

/** Sources of all models. */
export const modelSources: readonly ModelSource[] = [
  {
    name: 'face-detection-short',
    package: '@mediapipe/face_detection',
    version: '0.4.1646425229',
    licence: 'Apache-2.0',
    format: 'tflite',
    file: 'face_detection_short_range.tflite',
  },
  {
    name: 'face-detection-full',
    package: '@mediapipe/face_detection',
    version: '0.4.1646425229',
    licence: 'Apache-2.0',
    format: 'tflite',
    file: 'face_detection_full_range.tflite',
  },
  {
    name: 'face-mesh',
    ...faceMeshPackage,
    format: 'tflite',
    file: PACKED_FILE,
    packedAs: { index: PACKED_INDEX, name: 'face_landmark_with_attention.tflite' },
  },
  {
    name: 'face-mesh-plain',
    ...faceMeshPackage,
    format: 'tflite',
    file: PACKED_FILE,
    packedAs: { index: PACKED_INDEX, name: 'face_landmark.tflite' },
  },
  {
    name: 'palm-detection',
    ...handsPackage,
    format: 'tflite',
    file: 'hands_solution_packed_assets.data',
    packedAs: {
      index: 'hands_solution_packed_assets_loader.js',
      name: 'palm_detection_lite.tflite',
    },
  },
  {
    name: 'hand-landmarks',
    ...handsPackage,
    format: 'tflite',
    file: 'hand_landmark_lite.tflite',
  },
  {
    name: 'person-matte',
    package: '@mediapipe/selfie_segmentation',
    version: '0.1.1675465747',
    licence: 'Apache-2.0',
    format: 'tflite',
    file: 'selfie_segmentation.tflite',
  },
  {
    name: 'face-identity',
    ...humanPackage,
    format: 'tfjs',
    file: 'models/faceres.json',
    outputs: [{ name: 'global_pooling/Mean', shape: [1, 1024] }],
  },
  {
    name: 'pose-detection',
    ...posePackage,
    format: 'tflite',
    file: 'pose_solution_packed_assets.data',
    packedAs: {
      index: 'pose_solution_packed_assets_loader.js',
      name: 'pose_detection.tflite',
    },
  },
  {
    name: 'pose-landmarks',
    ...posePackage,
    format: 'tflite',
    file: 'pose_landmark_full.tflite',
  },
];

/** Source of the canonical face. */
export const canonicalFaceSource = {
  ...faceMeshPackage,
  file: PACKED_FILE,
  packedAs: { index: PACKED_INDEX, name: 'geometry_pipeline_metadata_landmarks.binarypb' },
} as const;
