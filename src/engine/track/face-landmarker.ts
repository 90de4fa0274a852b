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
export interface FaceLandmarker {
  /** Where the last mesh was placed: the region the network saw. */
  readonly seen: Readonly<Region>;
  /**
   * Places `mesh` on the face expected under `start`; looks once more when the face turns out to lie
   * elsewhere. Returns the confidence, or 0 when it is below `minConfidence` or the mesh cannot be a face.
   */
  locate(
    frame: I420Frame,
    start: Readonly<Region>,
    mesh: Float32Array,
    minConfidence: number,
  ): number;
  /** The same for a face that was just found: also puts the mesh the right way up. */
  locateDetected(
    frame: I420Frame,
    detection: Readonly<Detection>,
    mesh: Float32Array,
    minConfidence: number,
  ): number;
}

/** A followed face is looked at again when it moved this far: the network is best when it is in the middle. */
const SECOND_PASS_DISTANCE = 0.1;
const PASSES_FOR_TRACKED = 2;
/** A found face is looked at until it is this well in the middle. */
const SETTLED_DISTANCE = 0.01;
const PASSES_FOR_DETECTED = 4;
/** Faces smaller than this are nothing that could be worked with. */
const MIN_FACE_SIZE = 12;

/** A placer on a landmarker; `upright` tells which way up a face is. */
export function createFaceLandmarker(
  landmarker: MeshLandmarker,
  upright: UprightCheck,
): FaceLandmarker {
  const seen = createRegion();
  const found = createRegion();
  const start = createRegion();

  /** Detects anew until the face lies in the middle of the region, in at most `passes` passes. */
  const locateIn = (
    frame: I420Frame,
    from: Readonly<Region>,
    mesh: Float32Array,
    minConfidence: number,
    passes: number,
  ): number => {
    copyRegion(from, seen);
    for (let count = 1; ; count += 1) {
      const confidence = landmarker.locate(frame, seen, mesh);
      setRegionOfMesh(found, mesh);
      if (confidence < minConfidence || !isPlausible(found, seen, frame)) {
        return 0;
      }
      const limit = passes === PASSES_FOR_DETECTED ? SETTLED_DISTANCE : SECOND_PASS_DISTANCE;
      if (count === passes || distanceOfRegions(seen, found) < limit) {
        return confidence;
      }
      copyRegion(found, seen);
    }
  };

  return {
    seen,
    locateDetected(frame, detection, mesh, minConfidence) {
      setRegionOfDetection(start, detection);
      const turned = upright.findTurned(frame, start);
      if (turned !== null) {
        setRegionOfDetection(start, turned);
      }
      return locateIn(frame, start, mesh, minConfidence, PASSES_FOR_DETECTED);
    },
    locate: (frame, region, mesh, minConfidence) =>
      locateIn(frame, region, mesh, minConfidence, PASSES_FOR_TRACKED),
  };
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
