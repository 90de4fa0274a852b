import { toFrontalShape } from '../../face/shape/face-shape.ts';
import { downscaleImage } from '../../head/downscale-image.ts';
import { createRegion } from '../../pixels/region.ts';
import type { FinderModels } from '../../track/face-finder.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../track/head-pose.ts';
import { createMeshLandmarker } from '../../track/mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, mean } from '../../vision/math.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import { type Avatar, createAvatar } from '../avatar/avatar.ts';
import { measureMouth, type MouthMeasures, scaleMouth } from '../mouth/measures.ts';
import { visemeTargets } from '../speech/viseme-targets.ts';
import { cropEven, type Portrait } from './read-portrait.ts';

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

/** Width of a face that is measured, in pixels: the network sees no more, and less takes less time and memory. */
const MEASURED_WIDTH_PX = 200;
/** Colours in which lip gaps are measured; those of the frames do not matter. */
const MEASURED_IN: YuvColour = { matrix: 'bt601', isFullRange: false };

/**
 * Returns the gain on lip gaps with which a portrait appears to open its mouth as far as talkers do. The wanted gaps were
 * read from talkers by a mesh network, which reads thin or sharp lips too far apart and soft ones too close, so the
 * portrait is drawn with some gaps and read by the same network. Takes up to 60 drawings; `pause` is awaited before each.
 */
export async function calibrateOpening(
  portrait: Pick<Portrait, 'image' | 'face'>,
  models: Pick<FinderModels, 'mesh' | 'canonicalFace'>,
  pause: () => Promise<void>,
): Promise<number> {
  const { canonicalFace } = models;
  const { image, face } = reducePortrait(portrait);
  // Heads turn so little that no background shows in a face: the whole image moves, and needs no matte.
  const alpha = new Uint8Array(image.width * image.height).fill(255);
  const avatar = createAvatar({
    image,
    face,
    alpha,
    ground: image,
    canonicalFace,
    colour: MEASURED_IN,
  });
  try {
    return await findGain(avatar, createGapReader(avatar, models), pause);
  } finally {
    avatar.close();
  }
}

/** Reduces a portrait by a whole factor to the size that the network sees, with even sides. */
function reducePortrait({ image, face }: Pick<Portrait, 'image' | 'face'>) {
  const factor = Math.floor(face.box.width / MEASURED_WIDTH_PX);
  if (factor < 2) {
    return { image, face };
  }
  const scale = (value: number): number => value / factor;
  const { left, top, width, height } = face.box;
  return {
    image: cropEven(downscaleImage(image, factor)),
    face: {
      landmarks: face.landmarks.map(scale),
      iris: face.iris.map(scale),
      pose: { ...face.pose, scale: scale(face.pose.scale) },
      box: { left: scale(left), top: scale(top), width: scale(width), height: scale(height) },
    },
  };
}

/** Reads the lip gap of the avatar's frame. */
function createGapReader(
  { frame, mesh: drawn }: Pick<Avatar, 'frame' | 'mesh'>,
  { mesh, canonicalFace }: Pick<FinderModels, 'mesh' | 'canonicalFace'>,
): () => number {
  const landmarker = createMeshLandmarker(mesh);
  const poses = createHeadPoseEstimator(canonicalFace);
  const landmarks = new Float32Array((MESH_POINT_COUNT + IRIS_POINT_COUNT) * 3);
  const region = createRegion();
  const pose = createHeadPose();
  return () => {
    setRegionOfMesh(region, drawn);
    landmarker.locate(frame, region, landmarks);
    poses.estimate(pose, landmarks);
    return measureMouth(toFrontalShape({ landmarks, pose }, canonicalFace)).open;
  };
}

async function findGain(
  avatar: Avatar,
  readGap: () => number,
  pause: () => Promise<void>,
): Promise<number> {
  let gain = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    avatar.setOpeningGain(gain);
    const readings: { wanted: number; read: number }[] = [];
    for (const [index, mouth] of MOUTHS.entries()) {
      await pause();
      drawMouth(avatar, mouth, TURNS[index % TURNS.length]!);
      readings.push({ wanted: mouth.open, read: readGap() });
    }
    gain = correctGain(gain, readings);
    if (gain === 1) {
      break;
    }
  }
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
