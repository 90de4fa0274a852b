/** Identity swaps whose stages write their input into the result, so that the last one documents all of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessorEntry, RunContext, RunResult } from '../../../src/capabilities/processor.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { noQuality } from '../../../src/contract/job-details.ts';

/** Length of every result in seconds. */
export const RESULT_SECONDS = 3;

/** A prompt that keeps a stage running until it is stopped. */
export const toHolding = (stage: string): string => `hold ${stage}`;

/** A prompt that makes each stage last half a second. */
export const slowPrompt = 'slow';

/** Returns the text that a stage writes after that of the stage before. */
export function describeRun(before: string, stage: string | null, input: JsonObject): string {
  const { prompt = null, aspect_ratio: ratio = null, resolution, character_key, ...more } = input;
  const seen = [prompt, ratio, resolution, character_key, more['keep_original_sound']];
  return `${before}[${stage ?? 'all'} ${seen.map(String).join(' ')}]`;
}

async function run(context: RunContext): Promise<RunResult> {
  const { stage, input, preview, signal } = context;
  const { prompt } = input;
  if (prompt === toHolding(stage ?? 'all')) {
    await sleep(600_000, undefined, { signal });
  }
  if (prompt === slowPrompt) {
    context.report({ fraction: 0.5, phase: 'rendering', etaMs: null });
    await sleep(500, undefined, { signal });
  }
  const before = preview === null ? '' : await readFile(preview.path, 'utf8');
  const path = join(context.folder, 'result.bin');
  await writeFile(path, describeRun(before, stage, input));
  const isLast = stage === null || stage === 'rendering_motion';
  return {
    output: isLast
      ? { path, kind: 'video', mime: 'video/mp4', extension: 'mp4', facts: {} }
      : { path, kind: 'image', mime: 'image/png', extension: 'png', facts: {} },
    outputUs: isLast ? RESULT_SECONDS * 1_000_000 : 0,
    report: {
      engine: { name: 'test', provider: 'CPU', models: [], reason: null },
      stages: [],
      wallMs: 0,
      frames: null,
      quality: noQuality,
    },
  };
}

export const processors: readonly ProcessorEntry[] = [
  { feature: 'identity_swap', load: async () => ({ feature: 'identity_swap', run }) },
];
