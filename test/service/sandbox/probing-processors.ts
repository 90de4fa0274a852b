/** A processor that makes the attempts of its script, and one that leaves a link to a file as its result. */
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noQuality } from '../../../src/contract/job-details.ts';
import type { ProcessorEntry, RunContext, RunResult } from '../../../src/capabilities/processor.ts';
import { type Attempts, tryAll } from './attempts.ts';

/** Content of a job's script. */
export interface Probe {
  readonly attempts: Attempts;
  /** Instead of a result: a link to this path, or this path itself. */
  readonly linkTo?: string | undefined;
  readonly claim?: string | undefined;
}

async function run(context: RunContext): Promise<RunResult> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test writes it
  const probe = JSON.parse(context.input['script'] as string) as Probe;
  const inputs = Object.values(context.files).map(({ path }) => path);
  const outcomes = await tryAll({
    ...probe.attempts,
    change: [...probe.attempts.change, ...inputs],
  });
  const path = join(context.folder, 'outcomes.wav');
  if (probe.linkTo === undefined) {
    await writeFile(path, JSON.stringify(outcomes));
  } else {
    await symlink(probe.linkTo, path);
  }
  return {
    output: {
      path: probe.claim ?? path,
      kind: 'audio',
      mime: 'audio/wav',
      extension: 'wav',
      facts: {},
    },
    outputUs: 0,
    report: {
      engine: { name: 'Test', provider: 'CPU', models: [], reason: null },
      stages: [],
      wallMs: 1,
      frames: null,
      quality: noQuality,
    },
  };
}

export const processors: readonly ProcessorEntry[] = [
  {
    feature: 'text_to_speech',
    load: () => Promise.resolve({ feature: 'text_to_speech', run }),
  },
];
