/**
 * Measures the targets of the voice changer anew, after their recipes or the measuring changed:
 * node test/media/voice/make-targets.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VoiceTarget } from '../../../src/engine/voice/changer/voice-target.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { measureTarget, type TargetRecipe } from './target-recipe.ts';

/** A target as `changer-targets.json` has it. */
export interface StoredTarget extends TargetRecipe {
  readonly id: string;
  readonly size: number;
  readonly breath?: number;
  readonly roughness?: number;
  readonly liveliness?: number;
  readonly target: VoiceTarget;
}

const path = join(import.meta.dirname, '../../../resources/voices/changer-targets.json');

/** The targets that ship, the most useful first. */
export async function readRecipes(): Promise<readonly StoredTarget[]> {
  return (JSON.parse(await readFile(path, 'utf8')) as { targets: StoredTarget[] }).targets;
}

/** Measures targets by their recipes and stores them. */
export async function writeTargets(recipes: readonly StoredTarget[]): Promise<void> {
  const flite = await openFlite();
  const targets = [];
  for (const recipe of recipes) {
    targets.push({ ...recipe, target: await measureTarget(flite, recipe) });
  }
  const lines = targets.map((target) => JSON.stringify(target)).join(',\n');
  await writeFile(path, `{"targets":[\n${lines}\n]}\n`);
}

if (import.meta.main) {
  await writeTargets(await readRecipes());
}
