import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import {
  createOccluderMemory,
  createOccluderMeter,
} from '../../src/engine/face/draw/occluder-meter.ts';
import { createSkinColours, createSkinField } from '../../src/engine/face/draw/skin-field.ts';
import { measureGlasses } from '../../src/engine/face/glasses/worn-glasses.ts';
import { type FaceSource, prepareSource } from '../../src/engine/face/source/face-source.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { selectYuvConversion } from '../../src/engine/pixels/yuv.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { LIPS_OUTER } from '../../src/engine/track/mesh-points.ts';
import { mean } from '../../src/engine/vision/math.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { drawCharacter } from '../../tools/characters/draw-character.ts';
import { openBuiltModels } from './support/models.ts';
import { frankStill, readStill } from './support/stills.ts';
import { copyFrame } from './support/tracked-clip.ts';
import { type GlassesStyle, glassesStyles, wearGlasses } from './support/wear-glasses.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const FRANK = '02159';
const WIDTH = 540;
const FRAME_US = 40_000;
/** A shaven man in a photo, and a drawn one with a full beard on dark skin. */
const ids = ['shaven', 'bearded'] as const;
/** Mean difference of luma between a thing in the frame and in the result: painted over it is 40 and more. */
const KEPT = 9;

interface Person {
  readonly image: Buffer;
  readonly frame: I420Frame;
  readonly face: TrackedFace;
  readonly source: FaceSource;
}

let models: OpenedTrackerModels;
let people: ReadonlyMap<string, Person>;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  const kofi = appearances.find(({ id }) => id === 'kofi')!;
  const bearded = await drawCharacter({ ...kofi, beard: 1 }, models.canonicalFace);
  people = new Map([
    ['shaven', await findPerson(sharp(frankStill(FRANK)).resize(WIDTH))],
    ['bearded', await findPerson(sharp(bearded).resize(WIDTH))],
  ]);
});

afterAll(() => models.close());

/** Objects in front of mouth and chin, in fractions of the face's width from its left and upper edge. */
const things = {
  'a grey microphone':
    '<path d="M.36 .95L.56 .95L.62 2L.42 2Z" fill="#1b1b1d"/><ellipse cx=".45" cy=".88" rx=".17" ry=".19" fill="#77787a"/>',
  'a black microphone from aside':
    '<path d="M.74 .86L1.6 1.3L1.6 1.42L.72 1Z" fill="#151515"/><ellipse cx=".7" cy=".9" rx=".14" ry=".17" fill="#1c1c1e"/>',
  'a white cup': '<path d="M.26 .82L.74 .82L.7 1.5L.3 1.5Z" fill="#eeebe4"/>',
  'a blue cup': '<path d="M.26 .82L.74 .82L.7 1.5L.3 1.5Z" fill="#2d5fa8"/>',
  'a grey cup': '<path d="M.26 .82L.74 .82L.7 1.5L.3 1.5Z" fill="#8f9093"/>',
  'a mask': '<path d="M.03 .62Q.5 .5 .97 .62L.9 1.05Q.5 1.4 .1 1.05Z" fill="#9fc4dc"/>',
};
const names = [
  'a grey microphone',
  'a black microphone from aside',
  'a white cup',
  'a blue cup',
  'a grey cup',
  'a mask',
] as const;

describe('objects before the mouth of a swapped face', () => {
  it.each(names)('stay in front: %s', async (name) => {
    const person = people.get('shaven')!;
    const { frame, cover } = await hold(person, things[name]);
    const after = swap(person.source, { ...person, frame });
    const { left, top, width, height } = person.face.box;
    const differences: number[] = [];
    for (let y = Math.ceil(top + height * 0.5); y < top + height * 0.95; y += 1) {
      for (let x = Math.ceil(left + width * 0.2); x < left + width * 0.8; x += 1) {
        const at = y * frame.width + x;
        if (cover[at] === 255) {
          differences.push(Math.abs(after.y[at]! - frame.y[at]!));
        }
      }
    }
    expect(differences.length).toBeGreaterThan(500);
    expect(mean(differences)).toBeLessThan(KEPT);
  });

  it.each(ids)('is not detected on a bare face: %s', (id) => {
    expect(Math.max(...measureCover(people.get(id)!))).toBeLessThan(0.05);
  });

  it('is detected only on its own half', async () => {
    const person = people.get('shaven')!;
    const { frame } = await hold(person, things['a black microphone from aside']);
    const covered = measureCover({ ...person, frame });
    const [rightCorner, leftCorner] = [LIPS_OUTER[10]!, LIPS_OUTER[0]!];
    expect(covered[rightCorner]).toBeGreaterThan(0.8);
    expect(covered[leftCorner]).toBeLessThan(0.05);
  });
});

describe('glasses of the target', () => {
  it.each(ids)('are detected on their wearer, and not on a bare face: %s', (id) => {
    const person = people.get(id)!;
    expect(computeCertainty(person)).toBeLessThan(0.05);
    const worn = withGlasses(person);
    expect(computeCertainty(worn)).toBeGreaterThan(0.55);
  });

  it.each(['dark', 'gold', 'clear'] as const)(
    'stay whole in front of the swapped face, unless that has dark ones: %s',
    (style) => {
      const person = people.get('shaven')!;
      const worn = withGlasses(person, glassesStyles[style]);
      expect(computeCertainty(worn)).toBeGreaterThan(0.55);
      const kept = swap(person.source, worn);
      const own = swap({ ...person.source, glasses: 'drawn' }, worn);
      const { y } = glassesStyles[style];
      const rims = [...worn.frame.y.keys()].filter(
        (at) => worn.frame.y[at] === y && person.frame.y[at] !== y,
      );
      const keptOf = (result: I420Frame): number =>
        rims.filter((at) => Math.abs(result.y[at]! - y) < 0.3 * Math.abs(person.frame.y[at]! - y))
          .length / rims.length;
      expect(keptOf(kept)).toBeGreaterThan(0.8);
      expect(keptOf(own)).toBeLessThan(0.5);
    },
  );
});

async function findPerson(still: Sharp): Promise<Person> {
  const image = await still.png().toBuffer();
  const frame = await readStill(sharp(image));
  const face = createFaceFinder(models).find(frame)[0]!;
  const pixels = await sharp(image).ensureAlpha().raw().toBuffer();
  const { width, height } = frame;
  return {
    image,
    frame,
    face,
    source: prepareSource({ width, height, pixels }, face, models.canonicalFace),
  };
}

/** Draws an object in front of a face; `cover` is its alpha, 0..255. */
async function hold({ image, frame, face }: Person, thing: string) {
  const { left, top, width } = face.box;
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}"><g transform="translate(${left} ${top}) scale(${width})">${thing}</g></svg>`,
  );
  const cover = await sharp(svg).ensureAlpha().extractChannel(3).raw().toBuffer();
  const composite = await sharp(image)
    .composite([{ input: svg }])
    .png()
    .toBuffer();
  return { frame: await readStill(sharp(composite)), cover };
}

function withGlasses(person: Person, style: GlassesStyle = glassesStyles.dark): Person {
  const frame = copyFrame(person.frame);
  wearGlasses(frame, person.face.landmarks, style);
  return { ...person, frame };
}

/** The last of a few frames. */
function swap(source: FaceSource, { frame, face }: Pick<Person, 'frame' | 'face'>): I420Frame {
  const swapper = createFaceSwapper(source);
  let last = frame;
  for (let index = 0; index < 3; index += 1) {
    last = copyFrame(frame);
    swapper.swap(last, { ...face, isNew: index === 0 }, index * FRAME_US);
  }
  swapper.close();
  return last;
}

function toView({ frame, face }: Person) {
  const fresh = createSkinColours();
  const mesh = { points: face.landmarks, step: 3, faceWidth: face.box.width };
  createSkinField(models.canonicalFace).sample(frame, mesh, fresh);
  return {
    frame,
    mesh: face.landmarks,
    fresh,
    black: selectYuvConversion(frame).lumaOffset,
    yaw: face.pose.yaw,
    elapsedUs: null,
  };
}

function measureCover(person: Person): Float32Array {
  const memory = createOccluderMemory();
  createOccluderMeter(models.canonicalFace).measure(memory, toView(person));
  return memory.covered;
}

function computeCertainty({ frame, face }: Person): number {
  return measureGlasses(frame, face.landmarks, models.canonicalFace);
}
