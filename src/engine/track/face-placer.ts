import type { I420Frame } from '../pixels/frame.ts';
import { copyRegion, createRegion, type Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';
import {
  distanceOfRegions,
  MESH_MARGIN,
  setRegionOfDetection,
  setRegionOfMesh,
} from './face-region.ts';
import type { MeshLandmarker } from './mesh-landmarker.ts';
import type { UprightCheck } from './upright-check.ts';

/** Places a mesh where a face is expected, and judges whether it can be one. */
export interface FacePlacer {
  /** Where the last mesh was placed: the region the network saw. */
  readonly seen: Readonly<Region>;
  /**
   * Places `mesh` on the face expected under `start`; looks once more when the face turns out to lie
   * elsewhere. Returns the confidence, or 0 when it is below `minConfidence` or the mesh cannot be a face.
   */
  place(
    frame: I420Frame,
    start: Readonly<Region>,
    mesh: Float32Array,
    minConfidence: number,
  ): number;
  /** The same for a face that was just found: also puts the mesh the right way up. */
  placeFound(
    frame: I420Frame,
    detection: Readonly<Detection>,
    mesh: Float32Array,
    minConfidence: number,
  ): number;
}

/** Regions further apart than this are looked at twice: the network is best when the face is in the middle. */
const SECOND_LOOK_DISTANCE = 0.1;
/** Faces smaller than this are nothing that could be worked with. */
const MIN_FACE_SIZE = 12;

/** A placer on a landmarker; `upright` tells which way up a face is. */
export function createFacePlacer(landmarker: MeshLandmarker, upright: UprightCheck): FacePlacer {
  const seen = createRegion();
  const found = createRegion();
  const start = createRegion();
  const placer: FacePlacer = {
    seen,
    placeFound(frame, detection, mesh, minConfidence) {
      setRegionOfDetection(start, detection);
      const confidence = placer.place(frame, start, mesh, minConfidence);
      if (confidence === 0) {
        return 0;
      }
      setRegionOfMesh(start, mesh);
      if (!upright.isUpsideDown(frame, start)) {
        return confidence;
      }
      start.rotation += Math.PI;
      return placer.place(frame, start, mesh, minConfidence);
    },
    place(frame, start, mesh, minConfidence) {
      copyRegion(start, seen);
      let confidence = landmarker.place(frame, seen, mesh);
      if (confidence < minConfidence) {
        return 0;
      }
      setRegionOfMesh(found, mesh);
      if (distanceOfRegions(seen, found) > SECOND_LOOK_DISTANCE) {
        copyRegion(found, seen);
        confidence = landmarker.place(frame, seen, mesh);
        setRegionOfMesh(found, mesh);
      }
      return confidence >= minConfidence && isPlausible(found, seen, frame) ? confidence : 0;
    },
  };
  return placer;
}

/** Whether a mesh can be that of a face under the region: of similar size, and in the picture. */
function isPlausible(found: Readonly<Region>, seen: Readonly<Region>, frame: I420Frame): boolean {
  const size = found.width / MESH_MARGIN;
  return (
    size >= MIN_FACE_SIZE &&
    found.width < seen.width * 1.6 &&
    found.width > seen.width * 0.5 &&
    found.centreX > -size / 4 &&
    found.centreY > -size / 4 &&
    found.centreX < frame.width + size / 4 &&
    found.centreY < frame.height + size / 4
  );
}
