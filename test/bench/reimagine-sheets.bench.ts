/**
 * Contact sheets of all instructions for visual inspection: every rule on six pictures, fifteen prompts on three clips.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import sharp from 'sharp';
import { AppError } from '../../src/base/errors.ts';
import { openVideoChangeModels } from '../../src/capabilities/kit/models.ts';
import { openCaptionFont } from '../../src/engine/io/caption-font.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import { openFaceModels } from '../../src/engine/models/tracker-models.ts';
import type { RgbaImage } from '../../src/engine/pixels/frame.ts';
import { cutRgba } from '../../src/engine/pixels/yuv.ts';
import { reimagine } from '../../src/engine/reimagine/reimagine.ts';
import { changeVideo } from '../../src/engine/reimagine/video/change-video.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { readPrompt } from '../../src/instructions/prompt/read-prompt.ts';
import { reimagineRules } from '../../src/instructions/rules/all-rules.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { type Measurement, type Metric, toMetric } from './harness.ts';
import { makeTarget } from './pairs/make-target.ts';
import { openMaterial } from './pairs/material.ts';
import { type SheetRow, writeSheet } from './reimagine-sheets/sheet.ts';

/** Faces, skin, hair and light of many kinds; no step was tuned on these pictures. */
const PICTURES = ['red-curls', 'braids', 'hand-at-chin', 'full-beard', 'office', 'lounge'];
const BESIDE = 'neon';
const LONGEST_SIDE = 640;
const ROWS = 6;

const CLIPS = ['room-hand', 'wall-talk', 'blue-laugh'];
/** Displayed frames of a clip: flicker is visible between neighbours. */
const SHOWN = [6, 7];
const PROMPTS = [
  'blur the background',
  'grey studio background',
  'warmer, more contrast',
  'night',
  'red lips and blue eyes',
  'make me smile',
  'anonymise the faces',
  'heavy rain',
  'fog',
  'cartoon',
  'watercolour',
  'put me on a beach',
  'lift the shadows',
  'pop art',
  'black and white, film grain, vignette',
];

/** Draws sheets of results into `out/reimagine-sheets`; run with `npm run bench -- reimagine-sheets`. */
export const measurement: Measurement = {
  title: 'Everything that words can do, to be looked at',
  needsApp: false,
  run: async ({ note }) => {
    const material = await openMaterial(note);
    const rows = [...(await drawRules(material, note)), ...(await drawClips(material, note))];
    const empty = rows.filter(({ pictures }) => pictures.every((image) => image === null));
    const metrics: Metric[] = [
      toMetric({ name: 'rows drawn', value: rows.length, unit: '' }),
      toMetric({ name: 'rows of which nothing came out', value: empty.length, unit: '' }),
    ];
    return metrics;
  },
};

async function drawRules(
  material: ReadonlyMap<string, string>,
  note: (text: string) => void,
): Promise<SheetRow[]> {
  const built = await openBuiltModels();
  const faces = await openFaceModels(built);
  const personMatte = await openBuiltInModel(built, 'person-matte');
  const models = { ...faces, personMatte };
  const read = async (name: string): Promise<RgbaImage> => {
    const data = await sharp(material.get(name))
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside' })
      .png()
      .toBuffer();
    return readStill(data);
  };
  const pictures = await Promise.all(PICTURES.map(read));
  const beside = await read(BESIDE);
  const rows: SheetRow[] = [{ label: 'as they are', pictures }];
  try {
    for (const { id, examples, make } of reimagineRules) {
      const prompt = examples.en?.[0] ?? examples.de?.[0];
      if (make !== null && prompt !== undefined) {
        note(`${id}: ${prompt}`);
        const { steps } = readPrompt(prompt, { pictures: 2 });
        const changed: (RgbaImage | null)[] = [];
        for (const image of pictures) {
          const result = await reimagine([image, beside], steps, {
            models,
            pause: breathe,
            captionFont: openCaptionFont,
          }).catch(passPlanned);
          changed.push(result?.image ?? null);
        }
        rows.push({ label: `${id}: ${prompt}`, pictures: changed });
      }
    }
  } finally {
    faces.close();
    personMatte.close();
  }
  for (let at = 0; at < rows.length; at += ROWS) {
    await writeSheet(
      `pictures-${String(1 + at / ROWS).padStart(2, '0')}`,
      rows.slice(at, at + ROWS),
    );
  }
  return rows;
}

/** A picture without a face and similar refusals leave an empty tile; a bug fails the run. */
function passPlanned(error: unknown): null {
  if (error instanceof AppError) {
    return null;
  }
  throw error;
}

async function drawClips(
  material: ReadonlyMap<string, string>,
  note: (text: string) => void,
): Promise<SheetRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
  const built = await openBuiltModels();
  const models = await openVideoChangeModels(built);
  const tracker = await openTrackerHost({
    modelFolder: built.path,
    hasLookahead: true,
    searchIntervalUs: 600_000,
    newcomerIntervalUs: 2_400_000,
  });
  const rows: SheetRow[] = [];
  try {
    for (const prompt of PROMPTS) {
      note(`clips: ${prompt}`);
      const { steps } = readPrompt(prompt, { isVideo: true, pictures: 0 });
      const pictures: RgbaImage[] = [];
      for (const clip of CLIPS) {
        const outputPath = join(folder, 'changed.mp4');
        const inputPath = await makeTarget(clip, material);
        await changeVideo({ inputPath, outputPath, steps, models, tracker });
        pictures.push(...(await readFrames(outputPath)));
      }
      rows.push({ label: prompt, pictures });
    }
  } finally {
    models.close();
    await tracker.close();
    await rm(folder, { recursive: true, force: true });
  }
  for (let at = 0; at < rows.length; at += ROWS) {
    await writeSheet(`clips-${1 + at / ROWS}`, rows.slice(at, at + ROWS));
  }
  return rows;
}

async function readFrames(path: string): Promise<RgbaImage[]> {
  const reader = await openVideoReader(path, {});
  const frames: RgbaImage[] = [];
  for await (const { planes, index } of reader) {
    if (SHOWN.includes(index)) {
      const { width, height } = planes;
      frames.push(cutRgba(planes, { left: 0, top: 0, width, height }));
    }
  }
  return frames;
}
