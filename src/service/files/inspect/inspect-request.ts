import type { InspectionAim } from '../../../contract/inspection.ts';

/** A file to look into, where the process sees it. */
export interface InspectRequest {
  readonly path: string;
  readonly aim: InspectionAim;
}
