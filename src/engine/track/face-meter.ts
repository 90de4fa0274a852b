import type { I420Frame } from '../pixels/frame.ts';
import type { Region } from '../pixels/region.ts';
import { createFaceEmbedder, embedFace } from './face-embedder.ts';
import { createFaceFinder, type FaceModels } from './face-finder.ts';
import type { TrackedFace } from './face-track.ts';
import { createMeshLandmarker } from './mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from './mesh-points.ts';

/**
 * Measures faces of single frames with the networks of a tracker, here or on another thread. A frame must not be
 * changed before the answer. Results are in memory of their own.
 */
export interface FaceMeter {
  /** Returns every face of a still; see `FaceFinder`. */
  find(frame: I420Frame): Promise<readonly TrackedFace[]>;
  /** Returns the embedding of the face under a mesh; see `FaceEmbedder`. */
  embed(frame: I420Frame, landmarks: Float32Array): Promise<Float32Array>;
  /** Returns mesh and irises of the face in a region; see `MeshLandmarker`. */
  locate(frame: I420Frame, region: Readonly<Region>): Promise<Float32Array>;
}

/** Creates a meter on networks of this thread, which must not run elsewhere at the same time. */
export function createFaceMeter(models: FaceModels): FaceMeter {
  const finder = createFaceFinder(models);
  const embedder = createFaceEmbedder(models.identity);
  const landmarker = createMeshLandmarker(models.mesh);
  return {
    find: (frame) => Promise.resolve(finder.find(frame)),
    embed: (frame, landmarks) => Promise.resolve(embedFace(embedder, frame, landmarks)),
    locate(frame, region) {
      const mesh = new Float32Array((MESH_POINT_COUNT + IRIS_POINT_COUNT) * 3);
      landmarker.locate(frame, region, mesh);
      return Promise.resolve(mesh);
    },
  };
}
