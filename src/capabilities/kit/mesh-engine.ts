import type { JobReport } from '../../contract/job-details.ts';

/** The engine that comes with the program, as reports name it. */
export const meshEngine: JobReport['engine'] = {
  name: 'Mesh engine',
  provider: 'CPU',
  models: ['face-detection-short', 'face-detection-full', 'face-mesh', 'face-identity'],
  reason: 'Jobs run on the engine that comes with Guise; model packs take no part in them.',
};
