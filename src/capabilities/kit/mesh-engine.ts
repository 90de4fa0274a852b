import type { EngineReason } from '../../contract/engine-reasons.ts';
import type { JobReport } from '../../contract/job-details.ts';
import { reportReasons } from './engine-reason.ts';

/** Built-in networks that take part in every swap. */
export const trackingModels: readonly string[] = [
  'face-detection-short',
  'face-detection-full',
  'face-mesh',
  'face-identity',
];

/** Network that measures drawn mouths. */
export const plainMeshModel = 'face-mesh-plain';

/** Networks that track hands in videos. */
export const handModels: readonly string[] = ['palm-detection', 'hand-landmarks'];

/** Describes the built-in engine for the report with its networks; `reasons` tell why no other ran. */
export function describeMeshEngine(
  reasons: readonly EngineReason[],
  further: readonly string[] = [],
): JobReport['engine'] {
  return {
    name: 'Mesh engine',
    provider: 'CPU',
    models: [...trackingModels, ...further],
    ...reportReasons(...reasons),
  };
}
