import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport } from '../../contract/job-details.ts';
import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import { createReason, reportReasons } from './engine-reason.ts';
import { trackingModels } from './mesh-engine.ts';

/** Display names of providers. */
export const providerNames: Readonly<Record<PackFacts['provider'], string>> = {
  cpu: 'CPU',
  cuda: 'CUDA',
  tensorrt: 'TensorRT',
  webgpu: 'WebGPU',
  dml: 'DirectML',
  coreml: 'Core ML',
};

/**
 * Describes packs for the report: provider, time of one run and licence. `further` are built-in networks that ran
 * beside them, and `done` describes the work.
 */
export function describePackEngine(
  facts: readonly PackFacts[],
  { further = trackingModels, done = [] }: PackWork = {},
): JobReport['engine'] {
  const providers = new Set(facts.map(({ provider }) => providerNames[provider]));
  const notes = facts.flatMap(({ label, provider, providerNote }) =>
    providerNote === null ? [] : createProviderReason(label, providerNames[provider], providerNote),
  );
  return {
    name: 'Model packs',
    // Face tracking runs on the CPU, whatever the packs run on.
    provider: [...providers.add('CPU')].join(', '),
    models: [...facts.map(describePack), ...further],
    ...reportReasons(...done, ...notes),
  };
}

/** Further content of the description. */
interface PackWork {
  readonly further?: readonly string[] | undefined;
  readonly done?: readonly EngineReason[] | undefined;
}

function createProviderReason(model: string, provider: string, why: string): EngineReason {
  const message = `${model} runs on ${provider}: ${why}`;
  return createReason('model_runs_on', message, { model, provider, why });
}

function describePack({ label, id, provider, runMs, licence }: PackFacts): string {
  const ms = runMs < 10 ? runMs.toFixed(1) : Math.round(runMs);
  return `${label} (${id}, ${providerNames[provider]}, ${ms} ms a run; licence: ${licence.text})`;
}
