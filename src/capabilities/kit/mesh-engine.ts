import type { JobReport } from '../../contract/job-details.ts';

/** The engine that comes with the program, as reports name it. */
export const meshEngine: JobReport['engine'] = {
  name: 'Mesh engine',
  provider: 'CPU',
  models: ['face-detection-short', 'face-detection-full', 'face-mesh', 'face-identity'],
  reason: 'No model pack is installed, so the engine that comes with Guise was used.',
};
