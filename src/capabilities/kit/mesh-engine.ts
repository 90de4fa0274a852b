import type { JobReport } from '../../contract/job-details.ts';

/** The networks that come with the program and take part in every swap. */
export const trackingModels: readonly string[] = [
  'face-detection-short',
  'face-detection-full',
  'face-mesh',
  'face-identity',
];

/** The engine that comes with the program, as reports name it; `reason`: why no other ran. */
export function describeMeshEngine(reason: string): JobReport['engine'] {
  return { name: 'Mesh engine', provider: 'CPU', models: [...trackingModels], reason };
}
