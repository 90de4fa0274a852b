/** A processor for every feature: writes its request into the result, and misbehaves on command of a text. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src/base/errors.ts';
import { type JobFeature, jobFeatureNames } from '../../../src/contract/api/features.ts';
import { type JobReport, noQuality } from '../../../src/contract/job-details.ts';
import type { Processor, ProcessorEntry } from '../../../src/capabilities/processor.ts';

/** Report of these processors. */
const testReport: JobReport = {
  engine: { name: 'test', provider: 'CPU', models: [], reason: null },
  stages: [],
  wallMs: 0,
  frames: null,
  quality: noQuality,
};

/** Texts (script or prompt) that make a run end otherwise than with a result. */
export const orders = { faceless: 'There is nobody.', bug: 'This breaks.', endless: 'Never ends.' };

function createProcessor(feature: JobFeature): Processor {
  return {
    feature,
    async run(context) {
      const request = JSON.stringify(context.input);
      if (request.includes(orders.faceless)) {
        throw new AppError('face_not_detected', 'There is no face in the picture.');
      }
      if (request.includes(orders.bug)) {
        throw new TypeError('undefined is not a function at /home/somebody/secret.ts');
      }
      if (request.includes(orders.endless)) {
        await sleep(600_000, undefined, { signal: context.signal });
      }
      context.report({ fraction: 0.5, phase: 'rendering', etaMs: 1000 });
      const path = join(context.folder, 'result.bin');
      await writeFile(path, `${feature} ${context.stage ?? 'all'} ${request}`);
      return {
        output: { path, kind: 'video', mime: 'video/mp4', extension: 'mp4', facts: {} },
        outputUs: 1_000_000,
        report: testReport,
      };
    },
  };
}

export const processors: readonly ProcessorEntry[] = jobFeatureNames.map((feature) => ({
  feature,
  load: () => Promise.resolve(createProcessor(feature)),
}));
