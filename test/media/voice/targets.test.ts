/** The targets of the voice changer match their recipes, and their samples sound like them. */
import { describe, expect, it } from 'vitest';
import {
  changerCatalogue,
  findChangerTarget,
} from '../../../src/engine/voice/changer/changer-catalogue.ts';
import { compareEnvelopes } from '../../../src/engine/voice/changer/envelope.ts';
import { measureVoice } from '../../../src/engine/voice/changer/measure-voice.ts';
import { readReference } from '../../../src/engine/voice/changer/read-reference.ts';
import { renderTargetSample } from '../../../src/engine/voice/render-sample.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { readRecipes } from './make-targets.ts';
import { measureTarget } from './target-recipe.ts';

describe('the targets of the voice changer', { timeout: 180_000 }, () => {
  it('are at least twelve, each with a name and a sentence of its own', () => {
    expect(changerCatalogue.length).toBeGreaterThanOrEqual(12);
    for (const field of ['id', 'name', 'description'] as const) {
      expect(new Set(changerCatalogue.map((target) => target[field])).size).toBe(
        changerCatalogue.length,
      );
    }
  });

  it.each(['warm-scot', 'school-child'])('match their recipe: %s', async (id) => {
    const entry = (await readRecipes()).find((recipe) => recipe.id === id)!;
    const measured = await measureTarget(await openFlite(), entry);
    expect(measured.pitchHz / entry.target.pitchHz).toBeCloseTo(1, 2);
    const { all, voiced } = entry.target.envelopes;
    expect(compareEnvelopes(measured.envelopes.all, all)).toBeLessThan(0.5);
    expect(compareEnvelopes(measured.envelopes.voiced, voiced)).toBeLessThan(0.5);
  });

  it.each(['gentle-giant', 'bright-soprano'])('sound like themselves: %s', async (id) => {
    const { target } = findChangerTarget(id)!;
    const { samples } = readReference((await renderTargetSample(id))!);
    const heard = measureVoice(samples);
    expect(Math.abs(heard.pitchHz / target.pitchHz - 1)).toBeLessThan(0.06);
    expect(compareEnvelopes(heard.envelopes.all, target.envelopes.all)).toBeLessThan(4);
  });

  it('have no sample for an unknown voice', async () => {
    expect(await renderTargetSample('nobody')).toBeNull();
  });
});
