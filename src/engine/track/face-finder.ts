import type { I420Frame } from '../pixels/frame.ts';
import type { CanonicalFace } from './canonical-face.ts';
import type { Detection } from './detection.ts';
import { createDetector, fullRangeLayout, shortRangeLayout } from './detector.ts';
import { createFaceLandmarker } from './face-landmarker.ts';
import { createFaceSearch } from './face-search.ts';
import { createFaceTrack, overlapOfBoxes, setBoxOfMesh, type TrackedFace } from './face-track.ts';
import type { FixedModel } from './fixed-model.ts';
import { createHeadPoseEstimator } from './head-pose.ts';
import { createMeshLandmarker } from './mesh-landmarker.ts';
import { createUprightCheck } from './upright-check.ts';

/** Networks that detect faces. */
export interface FinderModels {
  readonly shortRange: FixedModel;
  readonly fullRange: FixedModel;
  readonly mesh: FixedModel;
  readonly canonicalFace: CanonicalFace;
}

/** Networks that detect and identify faces. */
export interface FaceModels extends FinderModels {
  readonly identity: FixedModel;
}

/** Finds the faces of stills. */
export interface FaceFinder {
  /**
   * Returns every face of an image, the largest first, numbered from 1, in memory of its own. It is slower than a
   * tracker: the image is also searched in parts, so that small faces are found.
   */
  find(frame: I420Frame): readonly TrackedFace[];
}

const MIN_CONFIDENCE = 0.6;
const SAME_FACE_OVERLAP = 0.3;
/** Maximum faces of one image. */
const MAX_FACES = 32;

/** Options of a finder. */
export interface FaceFinderOptions {
  /**
   * Height of a face, as a fraction of the image's longer side, from which the search in parts is skipped (none, so it
   * never is): then only tiny faces beside it are missed.
   */
  readonly largeFace?: number | undefined;
}

/** Creates a finder on loaded networks, which it may share with a tracker of the same thread. */
export function createFaceFinder(
  models: FinderModels,
  { largeFace = Number.POSITIVE_INFINITY }: FaceFinderOptions = {},
): FaceFinder {
  const search = createFaceSearch(
    createDetector(models.shortRange, shortRangeLayout),
    createDetector(models.fullRange, fullRangeLayout),
  );
  const placer = createFaceLandmarker(
    createMeshLandmarker(models.mesh),
    createUprightCheck(createDetector(models.shortRange, shortRangeLayout)),
  );
  const poses = createHeadPoseEstimator(models.canonicalFace);
  return {
    find(frame) {
      const faces: ReturnType<typeof createFaceTrack>[] = [];
      const min = largeFace * Math.max(frame.width, frame.height);
      const isEnough = (): boolean => faces.some(({ box }) => box.height >= min);
      const add = (found: readonly Detection[]): void => {
        for (const detection of found) {
          if (faces.length >= MAX_FACES) {
            return;
          }
          const face = createFaceTrack(models.canonicalFace);
          face.confidence = placer.locateDetected(frame, detection, face.rawPoints, MIN_CONFIDENCE);
          face.smoother.reset(face.rawPoints);
          setBoxOfMesh(face.box, face.landmarks);
          const isKnown = faces.some(
            ({ box }) => overlapOfBoxes(box, face.box) > SAME_FACE_OVERLAP,
          );
          if (face.confidence > 0 && !isKnown) {
            poses.estimate(face.pose, face.landmarks);
            face.isNew = true;
            faces.push(face);
          }
        }
      };
      search.findAll(frame, add, isEnough);
      faces.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
      faces.forEach((face, index) => {
        face.id = index + 1;
      });
      return faces;
    },
  };
}
