import type { JobReport } from '../../contract/job-details.ts';

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

/** Describes the built-in engine for the report with its networks; `reason` tells why no other ran. */
export function describeMeshEngine(
  reason: string,
  further: readonly string[] = [],
): JobReport['engine'] {
  return { name: 'Mesh engine', provider: 'CPU', models: [...trackingModels, ...further], reason };
}
