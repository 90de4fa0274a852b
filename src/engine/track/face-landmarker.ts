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

/** Fits a mesh where a face is expected, and checks whether it can be one. */
export interface FaceLandmarker {
  /** Region that the network saw for the last mesh. */
  readonly seen: Readonly<Region>;
  /**
   * Fits `mesh` to the face expected in `start`; runs again when the face turns out to be elsewhere. Returns the
   * confidence, or 0 when it is below `minConfidence` or the mesh cannot be a face.
   */
  locate(
    frame: I420Frame,
    start: Readonly<Region>,
    mesh: Float32Array,
    minConfidence: number,
  ): number;
  /** The same for a newly detected face, whose upright orientation is also determined. */
  locateDetected(
    frame: I420Frame,
    detection: Readonly<Detection>,
    mesh: Float32Array,
    minConfidence: number,
  ): number;
}

/** Distance of regions from which the network runs again on a tracked face: it is most accurate on a centred face. */
const SECOND_PASS_DISTANCE = 0.1;
const PASSES_FOR_TRACKED = 2;
/** Distance of regions below which a detected face counts as centred; see {@link distanceOfRegions}. */
const SETTLED_DISTANCE = 0.01;
const PASSES_FOR_DETECTED = 4;
/** Minimum size of faces in pixels. */
const MIN_FACE_SIZE = 12;

/** Creates a face landmarker on a mesh landmarker; `upright` determines the orientation of a face. */
export function createFaceLandmarker(
  landmarker: MeshLandmarker,
  upright: UprightCheck,
): FaceLandmarker {
  const seen = createRegion();
  const found = createRegion();
  const start = createRegion();

  /** Runs the network until the face is centred in the region, at most `passes` times. */
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

/** Returns whether a mesh can be that of a face in the region: of similar size, and in the frame. */
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
