import type { I420Frame } from '../pixels/frame.ts';
import type { Region } from '../pixels/region.ts';
import { createFaceEmbedder, embedFace } from './face-embedder.ts';
import { createFaceFinder, type FaceModels } from './face-finder.ts';
import type { TrackedFace } from './face-track.ts';
import { createMeshLandmarker } from './mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from './mesh-points.ts';

/**
 * Looks at single pictures with the networks of a tracker, here or on another thread. A picture must not be changed
 * before the answer is there. Results lie in memory of their own.
 */
export interface FaceMeter {
  /** Every face of a still; see `FaceFinder`. */
  find(frame: I420Frame): Promise<readonly TrackedFace[]>;
  /** The embedding of the face under a mesh; see `FaceEmbedder`. */
  embed(frame: I420Frame, landmarks: Float32Array): Promise<Float32Array>;
  /** Mesh and irises of the face under a region; see `MeshLandmarker`. */
  locate(frame: I420Frame, region: Readonly<Region>): Promise<Float32Array>;
}

/** A meter on networks of this thread, which nobody else may run at the moment. */
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
