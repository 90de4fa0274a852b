import { toFrontalShape } from '../../face/shape/face-shape.ts';
import { downscaleImage } from '../../head/downscale-image.ts';
import { createRegion } from '../../pixels/region.ts';
import type { FinderModels } from '../../track/face-finder.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../track/head-pose.ts';
import { createMeshLandmarker } from '../../track/mesh-landmarker.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import { type Avatar, createAvatar } from '../avatar/avatar.ts';
import { measureMouth, type MouthMeasures } from '../mouth/measures.ts';
import {
  fitOpening,
  isShadeBetter,
  MAX_SHADED,
  type MouthReading,
  type OpeningCurve,
  plainOpening,
} from '../mouth/opening-curve.ts';
import { cropEven, type Portrait } from './read-portrait.ts';
import { softenFrame } from './soften-frame.ts';

/** Lip gaps that are drawn, in widths: denser where networks begin to see them. */
const DRAWN = [0, 0.015, 0.03, 0.045, 0.06, 0.075, 0.1, 0.13, 0.165, 0.2, 0.25, 0.3];
/**
 * Other measures with which each gap is drawn: width, the jaw of parted lips, and its and the upper lip's motion per
 * gap, as speech has them. Turns of the head are against the portrait, in radians.
 */
const VARIANTS = [
  { wide: 0, turn: 0 },
  { wide: -0.09, turn: 0.035 },
  { wide: 0.05, turn: -0.035 },
  { wide: -0.03, turn: 0.02 },
] as const;
const [JAW_PARTED, JAW, LIFT] = [0.025, 0.33, 0.1];
/** Loudness of speech, which relaxes smiles. */
const LOUDNESS = 0.5;

/** Width of a face that is measured, in pixels: the network sees no more, and less takes less time and memory. */
const MEASURED_WIDTH_PX = 200;
/** Passes of the network until it has settled on a face that it has not seen before. */
const PASSES = 6;
/** Colours in which lip gaps are measured; those of the frames do not matter. */
const MEASURED_IN: YuvColour = { matrix: 'bt601', isFullRange: false };

/**
 * Measures the opening curve of a portrait: it is drawn with many gaps and read by the mesh network that read the wanted
 * gaps from talkers. Small gaps are drawn with and without shade. Takes 76 drawings; `pause` is awaited before each.
 */
export async function calibrateOpening(
  portrait: Pick<Portrait, 'image' | 'face'>,
  models: Pick<FinderModels, 'mesh' | 'canonicalFace'>,
  pause: () => Promise<void>,
): Promise<OpeningCurve> {
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
    const readMouth = createMouthReader(avatar, models);
    const readGaps = (gaps: readonly number[]): Promise<readonly MouthReading[]> =>
      readMouths(avatar, readMouth, { gaps, pause });
    const small = DRAWN.filter((gap) => gap <= MAX_SHADED);
    const lit = await readGaps(small);
    avatar.setOpeningCurve({ ...plainOpening, shade: 1 });
    const shaded = await readGaps(small);
    const shade = isShadeBetter(shaded, lit) ? 1 : 0;
    avatar.setOpeningCurve({ ...plainOpening, shade });
    const large = await readGaps(DRAWN.filter((gap) => gap > MAX_SHADED));
    return fitOpening([...(shade === 1 ? shaded : lit), ...large], shade);
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

/** Reads the mouth of the avatar's frame. */
function createMouthReader(
  { frame, mesh: drawn }: Pick<Avatar, 'frame' | 'mesh'>,
  { mesh, canonicalFace }: Pick<FinderModels, 'mesh' | 'canonicalFace'>,
): () => MouthMeasures {
  const landmarker = createMeshLandmarker(mesh);
  const poses = createHeadPoseEstimator(canonicalFace);
  const landmarks = new Float32Array((MESH_POINT_COUNT + IRIS_POINT_COUNT) * 3);
  const region = createRegion();
  const pose = createHeadPose();
  let isFound = false;
  return () => {
    const seen = softenFrame(frame);
    // As a tracker does, from where the network itself found the face before: that of a painting is another than the
    // drawn one, and the network approaches it in several steps.
    for (let pass = isFound ? 0 : 2 - PASSES; pass < 2; pass += 1) {
      setRegionOfMesh(region, isFound ? landmarks.subarray(0, MESH_POINT_COUNT * 3) : drawn);
      landmarker.locate(seen, region, landmarks);
      isFound = true;
    }
    poses.estimate(pose, landmarks);
    return measureMouth(toFrontalShape({ landmarks, pose }, canonicalFace));
  };
}

async function readMouths(
  avatar: Avatar,
  readMouth: () => MouthMeasures,
  { gaps, pause }: { readonly gaps: readonly number[]; readonly pause: () => Promise<void> },
): Promise<readonly MouthReading[]> {
  const readings: MouthReading[] = [];
  for (const drawn of gaps) {
    for (const { wide, turn } of VARIANTS) {
      await pause();
      const jaw = drawn === 0 ? 0 : JAW_PARTED + JAW * drawn;
      drawMouth(avatar, { open: drawn, wide, jaw, lift: LIFT * drawn }, turn);
      const read = readMouth();
      readings.push({ drawn, wide, read: read.open, readWide: read.wide });
    }
  }
  return readings;
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
