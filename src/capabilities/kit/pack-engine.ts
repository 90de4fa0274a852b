import type { JobReport } from '../../contract/job-details.ts';
import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import { trackingModels } from './mesh-engine.ts';

/** How providers are called where people read them. */
export const providerNames: Readonly<Record<PackFacts['provider'], string>> = {
  cpu: 'CPU',
  cuda: 'CUDA',
  tensorrt: 'TensorRT',
  webgpu: 'WebGPU',
  dml: 'DirectML',
  coreml: 'Core ML',
};

/**
 * Packs as reports name them: what ran where, how long one run took, and under which licence. `further` are networks of
 * Guise that ran beside them, and `done` says what was done.
 */
export function describePackEngine(
  facts: readonly PackFacts[],
  { further = trackingModels, done = null }: PackWork = {},
): JobReport['engine'] {
  const providers = new Set(facts.map(({ provider }) => providerNames[provider]));
  const notes = facts.flatMap(({ label, provider, providerNote }) =>
    providerNote === null ? [] : `${label} runs on ${providerNames[provider]}: ${providerNote}`,
  );
  return {
    name: 'Model packs',
    // Faces are found and followed on the CPU whatever the packs run on.
    provider: [...providers.add('CPU')].join(', '),
    models: [...facts.map(describePack), ...further],
    reason: [...(done === null ? [] : [done]), ...notes].join(' ') || null,
  };
}

/** What a report says beside the packs. */
interface PackWork {
  readonly further?: readonly string[] | undefined;
  readonly done?: string | null | undefined;
}

function describePack({ label, id, provider, runMs, licence }: PackFacts): string {
  const ms = runMs < 10 ? runMs.toFixed(1) : Math.round(runMs);
  return `${label} (${id}, ${providerNames[provider]}, ${ms} ms a run; licence: ${licence.text})`;
}
