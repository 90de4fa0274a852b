import { toFrontalShape } from '../../face/shape/face-shape.ts';
import { createRegion } from '../../pixels/region.ts';
import type { FinderModels } from '../../track/face-finder.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../track/head-pose.ts';
import { createMeshLandmarker } from '../../track/mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, mean } from '../../vision/math.ts';
import type { Avatar } from '../avatar/avatar.ts';
import { measureMouth, type MouthMeasures, scaleMouth } from '../mouth/measures.ts';
import { visemeTargets } from '../speech/viseme-targets.ts';

/**
 * Mouths as speech has them: neighbours keep most sounds far from their targets. Turns of the head are against the portrait,
 * in radians.
 */
const REACHED = [0.35, 0.8];
const MOUTHS = REACHED.flatMap((reached) =>
  Object.values(visemeTargets).map(({ mouth }) => scaleMouth(mouth, reached)),
);
const TURNS = [0, 0.035, -0.035];
/** Networks do not read in proportion, so the gain is measured again where the first one led. */
const ROUNDS = 2;
/** Loudness of speech, which relaxes smiles. */
const LOUDNESS = 0.5;
/**
 * Limits of the gain: a network that sees no lips must not tear a mouth open, and small gaps must not vanish because it sees
 * a thin lip for a gap.
 */
const [MIN_GAIN, MAX_GAIN] = [0.72, 1];

/**
 * Sets the gain on lip gaps with which a portrait appears to open its mouth as far as talkers do. The wanted gaps were read
 * from talkers by a mesh network, which reads thin or sharp lips too far apart and soft ones too close, so the portrait
 * is drawn with some gaps and read by the same network. Takes up to 60 drawings; `pause` is awaited before each. Returns
 * the gain.
 */
export async function calibrateOpening(
  avatar: Avatar,
  { mesh, canonicalFace }: Pick<FinderModels, 'mesh' | 'canonicalFace'>,
  pause: () => Promise<void>,
): Promise<number> {
  const landmarker = createMeshLandmarker(mesh);
  const poses = createHeadPoseEstimator(canonicalFace);
  const landmarks = new Float32Array((MESH_POINT_COUNT + IRIS_POINT_COUNT) * 3);
  const region = createRegion();
  const pose = createHeadPose();
  const read = (mouth: MouthMeasures, turn: number): number => {
    drawMouth(avatar, mouth, turn);
    setRegionOfMesh(region, avatar.mesh);
    landmarker.locate(avatar.frame, region, landmarks);
    poses.estimate(pose, landmarks);
    return measureMouth(toFrontalShape({ landmarks, pose }, canonicalFace)).open;
  };
  let gain = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    avatar.setOpeningGain(gain);
    const readings: { wanted: number; read: number }[] = [];
    for (const [index, mouth] of MOUTHS.entries()) {
      await pause();
      readings.push({ wanted: mouth.open, read: read(mouth, TURNS[index % TURNS.length]!) });
    }
    gain = correctGain(gain, readings);
    if (gain === 1) {
      break;
    }
  }
  avatar.setOpeningGain(gain);
  return gain;
}

/** Divides a gain by the slope of read against wanted gaps, within limits. */
export function correctGain(
  gain: number,
  readings: readonly { readonly wanted: number; readonly read: number }[],
): number {
  const wanted = mean(readings.map((reading) => reading.wanted));
  const read = mean(readings.map((reading) => reading.read));
  let [spread, shared] = [0, 0];
  for (const reading of readings) {
    spread += (reading.wanted - wanted) ** 2;
    shared += (reading.wanted - wanted) * (reading.read - read);
  }
  return shared > 0 ? clamp((gain * spread) / shared, MIN_GAIN, MAX_GAIN) : MAX_GAIN;
}

function drawMouth(avatar: Avatar, mouth: MouthMeasures, turn: number): void {
  avatar.draw(
    { mouth, tongue: 0, loudness: LOUDNESS, isClosed: mouth.open === 0 },
    {
      yaw: turn,
      pitch: turn / 2,
      roll: 0,
      lids: 0,
      gaze: { along: 0, below: 0 },
      brows: 0,
      breath: 0,
      sway: 0,
    },
  );
}
