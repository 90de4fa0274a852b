/** Redraws the built-in characters: `node tools/characters/make-characters.ts [id …]`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openModelFolder } from '../../src/engine/models/model-folder.ts';
import { buildModels } from '../models/build-models.ts';
import { drawCharacter } from './draw-character.ts';
import { appearances } from './appearances.ts';

const models = fileURLToPath(new URL('../../out/models', import.meta.url));
await buildModels(models);
const face = await (await openModelFolder(models)).readCanonicalFace();
const folder = fileURLToPath(new URL('../../resources/live/characters', import.meta.url));
await mkdir(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const appearance of appearances.filter(
  ({ id }) => wanted.length === 0 || wanted.includes(id),
)) {
  const image = await drawCharacter(appearance, face);
  await writeFile(`${folder}/${appearance.id}.webp`, image);
  process.stdout.write(`${appearance.id}: ${Math.round(image.byteLength / 1024)} KB\n`);
}
