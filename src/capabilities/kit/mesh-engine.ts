import type { JobReport } from '../../contract/job-details.ts';

/** The networks that come with the program and take part in every swap. */
export const trackingModels: readonly string[] = [
  'face-detection-short',
  'face-detection-full',
  'face-mesh',
  'face-identity',
];

/** The one that looks at mouths which were drawn. */
export const plainMeshModel = 'face-mesh-plain';

/** Those that see hands, in videos. */
export const handModels: readonly string[] = ['palm-detection', 'hand-landmarks'];

/** The engine that comes with the program, as reports name it, on so many more networks; `reason`: why no other ran. */
export function describeMeshEngine(
  reason: string,
  further: readonly string[] = [],
): JobReport['engine'] {
  return { name: 'Mesh engine', provider: 'CPU', models: [...trackingModels, ...further], reason };
}
