/** Redraws the example images of the prompt field from the sample clip: `node tools/reimagine/make-examples.ts`. */
import { mkdir } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openCaptionFont } from '../../src/engine/io/caption-font.ts';
import { readStill } from '../../src/engine/io/video/stills.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import { openModelFolder } from '../../src/engine/models/model-folder.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import { openFaceModels } from '../../src/engine/models/tracker-models.ts';
import { cutRgba } from '../../src/engine/pixels/yuv.ts';
import { reimagine } from '../../src/engine/reimagine/reimagine.ts';
import { readPrompt } from '../../src/instructions/prompt/read-prompt.ts';
import { reimagineRules } from '../../src/instructions/rules/all-rules.ts';
import { shownExamples } from '../../src/instructions/rules/shown-examples.ts';
import { buildModels } from '../models/build-models.ts';

/** Size of an example image, twice the displayed size. */
const TILE = { width: 208, height: 156 } as const;
/** Crop of the clip, and the size at which effects are applied: strokes and dots must remain visible in a tile. */
const SHOWN = { left: 160, top: 0, width: 960, height: 720 } as const;
const WORKED = { width: 416, height: 312 } as const;
const QUALITY = 72;

const atRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
await buildModels(atRoot('out/models'));
const folder = await openModelFolder(atRoot('out/models'));
const faces = await openFaceModels(folder);
const personMatte = await openBuiltInModel(folder, 'person-matte');
const image = await readStill(await readClip());
const tiles: { input: Buffer; left: number; top: number }[] = [];
for (const [index, id] of shownExamples.entries()) {
  const example = reimagineRules.find((rule) => rule.id === id)?.examples.en?.[0];
  if (example === undefined) {
    throw new Error(`${id} has no example in English.`);
  }
  const { steps } = readPrompt(example);
  const changed = await reimagine([image], steps, {
    models: { ...faces, personMatte },
    pause: breathe,
    captionFont: openCaptionFont,
  });
  const { width, height, pixels } = changed.image;
  const input = await sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
    .resize(TILE)
    .png()
    .toBuffer();
  tiles.push({ input, left: 0, top: index * TILE.height });
}
faces.close();
personMatte.close();
await mkdir(atRoot('resources/reimagine'), { recursive: true });
const height = TILE.height * tiles.length;
const { size } = await sharp({
  create: { width: TILE.width, height, channels: 3, background: '#000000' },
})
  .composite(tiles)
  .webp({ quality: QUALITY, effort: 6 })
  .toFile(atRoot('resources/reimagine/examples.webp'));
process.stdout.write(`examples.webp: ${Math.round(size / 1024)} KB\n`);

async function readClip(): Promise<Buffer> {
  const reader = await openVideoReader(atRoot('resources/sample/sample-clip.mp4'), {});
  try {
    const frame = await reader.next();
    if (frame === null) {
      throw new Error('The clip of the first run has no frame.');
    }
    const { width, height: lines } = frame.planes;
    const { pixels } = cutRgba(frame.planes, { left: 0, top: 0, width, height: lines });
    return await sharp(Buffer.from(pixels), { raw: { width, height: lines, channels: 4 } })
      .extract(SHOWN)
      .resize(WORKED)
      .png()
      .toBuffer();
  } finally {
    await reader.close();
  }
}
