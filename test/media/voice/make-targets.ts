/**
 * Measures the targets of the voice changer anew, after their recipes or the measuring changed:
 * node test/media/voice/make-targets.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { measureTarget, type TargetRecipe } from './target-recipe.ts';

const path = join(import.meta.dirname, '../../../resources/voices/changer-targets.json');
const catalogue = JSON.parse(await readFile(path, 'utf8')) as { targets: TargetRecipe[] };
const flite = await openFlite();
const targets = [];
for (const recipe of catalogue.targets) {
  targets.push({ ...recipe, target: await measureTarget(flite, recipe) });
}
const lines = targets.map((target) => JSON.stringify(target)).join(',\n');
await writeFile(path, `{"targets":[\n${lines}\n]}\n`);
