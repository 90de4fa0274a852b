/** Joints of people by a network other than the one that animates bodies: it only judges results. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import { cocoJoints, JOINT_VALUES, toTorsoLength } from '../../../src/engine/body/joints.ts';
import { openFixedModel } from '../../../src/engine/models/open-fixed-model.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import type { Region } from '../../../src/engine/pixels/region.ts';
import { sampleI420 } from '../../../src/engine/pixels/sample-i420.ts';
import { createSampleTarget } from '../../../src/engine/pixels/sample-target.ts';
import { toOutput } from '../../../src/engine/track/fixed-model.ts';
import type { NamedShape } from '../../../tools/models/converted-model.ts';
import { convertTfjs } from '../../../tools/models/tfjs/convert-tfjs.ts';

const SIDE = 192;
const CELLS = 48;
const root = 'StatefulPartitionedCall';
const [HEAT, CENTRE, REGRESS, OFFSET] = [
  `${root}/Sigmoid`,
  `${root}/truediv_2`,
  `${root}/kpt_regress_0/conv2d_6/BiasAdd`,
  `${root}/kpt_offset_0/conv2d_7/BiasAdd`,
] as const;
/** A joint that is surer than this is seen. */
const SEEN = 0.3;
/** Nearer to the expected position of a joint, heat counts for more. */
const NEAR = 1.8;

const graphSchema = z.looseObject({
  modelTopology: z.looseObject({
    node: z.array(z.looseObject({ name: z.string(), input: z.array(z.string()).optional() })),
  }),
});

/** A joint of the other network, in pixels. */
export interface SecondJoint {
  readonly x: number;
  readonly y: number;
  readonly isSeen: boolean;
}

/** Opens the network: MoveNet as it comes with a package of ours. */
export async function openSecondPose(): Promise<{
  /** Finds the joints of the person around `joints`, by number. */
  readonly read: (frame: I420Frame, joints: Float32Array) => ReadonlyMap<number, SecondJoint>;
  readonly close: () => void;
}> {
  const folder = 'node_modules/@vladmandic/human/models/movenet-lightning';
  const graph = graphSchema.parse(
    JSON.parse(await readFile(resolveInProject(`${folder}.json`), 'utf8')),
  );
  for (const node of graph.modelTopology.node) {
    // The preceding steps only pack and unpack the image.
    if (node.name === `${root}/sub`) {
      node.input = ['input', ...(node.input ?? []).slice(1)];
    }
  }
  const name = 'second-pose';
  const { file, inputs, outputs } = convertTfjs(
    {
      name,
      graph: JSON.stringify(graph),
      weights: await readFile(resolveInProject(`${folder}.bin`)),
    },
    [
      { name: HEAT, shape: [1, CELLS, CELLS, 17] },
      { name: CENTRE, shape: [1, CELLS, CELLS, 1] },
      { name: REGRESS, shape: [1, CELLS, CELLS, 34] },
      { name: OFFSET, shape: [1, CELLS, CELLS, 34] },
    ],
  );
  const entry = { ...origin, name, inputs: inputs.map(copy), outputs: outputs.map(copy) };
  const model = openFixedModel(entry, file);
  const [heat, centre, regress, offset] = outputs.map((output) => toOutput(model, output.name));
  const target = createSampleTarget(model.input, {
    width: SIDE,
    height: SIDE,
    low: 0,
    high: 255,
    border: 'black',
  });
  const maps = { heat: heat!, centre: centre!, regress: regress!, offset: offset! };
  return {
    read(frame, joints) {
      const region = squareAround(joints);
      sampleI420(frame, region, target);
      model.run();
      return decode(maps, region);
    },
    close: () => model.close(),
  };
}

/** Network for tests only, which is not part of the program. */
const origin = {
  file: 'second-pose.onnx',
  sizeBytes: 1,
  sha256: '',
  package: '@vladmandic/human',
  version: '',
  licence: 'MIT',
  source: 'models/movenet-lightning.json',
};

const copy = ({ name, shape }: NamedShape) => ({ name, shape: [...shape] });

function squareAround(joints: Float32Array): Region {
  const xs = cocoJoints.map((number) => joints[number * JOINT_VALUES]!);
  const ys = cocoJoints.map((number) => joints[number * JOINT_VALUES + 1]!);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const side = Math.max(right - left, bottom - top) + toTorsoLength(joints);
  return {
    centreX: (left + right) / 2,
    centreY: (top + bottom) / 2,
    width: side,
    height: side,
    rotation: 0,
  };
}

/** Decodes as the end of its graph does: coarse joints from the person's centre, refined by the nearest heat maximum. */
function decode(
  maps: Readonly<Record<'heat' | 'centre' | 'regress' | 'offset', Float32Array>>,
  region: Readonly<Region>,
): ReadonlyMap<number, SecondJoint> {
  const middle = maps.centre.indexOf(maps.centre.reduce((a, b) => Math.max(a, b)));
  const found = new Map<number, SecondJoint>();
  for (const [index, number] of cocoJoints.entries()) {
    const at = middle * 34 + index * 2;
    const wantedY = Math.floor(middle / CELLS) + maps.regress[at]!;
    const wantedX = (middle % CELLS) + maps.regress[at + 1]!;
    let [best, cell] = [-1, 0];
    for (let each = 0; each < CELLS * CELLS; each += 1) {
      const distance = Math.hypot(Math.floor(each / CELLS) - wantedY, (each % CELLS) - wantedX);
      const score = maps.heat[each * 17 + index]! / (distance + NEAR);
      if (score > best) {
        [best, cell] = [score, each];
      }
    }
    const y = Math.floor(cell / CELLS) + maps.offset[cell * 34 + index * 2]!;
    const x = (cell % CELLS) + maps.offset[cell * 34 + index * 2 + 1]!;
    found.set(number, {
      x: region.centreX + (x / CELLS - 0.5) * region.width,
      y: region.centreY + (y / CELLS - 0.5) * region.height,
      isSeen: maps.heat[cell * 17 + index]! > SEEN,
    });
  }
  return found;
}
