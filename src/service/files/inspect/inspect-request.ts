import type { InspectionAim } from '../../../contract/inspection.ts';

/** A file to look into, where the process sees it. */
export interface InspectRequest {
  readonly path: string;
  readonly aim: InspectionAim;
  /** Joints of the body that were set by hand, as `placed-joints.ts` writes them. */
  readonly joints?: string | undefined;
}
