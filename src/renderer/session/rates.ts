/** Frame rates of a preview, in frames per second. */
export interface Rates {
  /** Frame rate of the camera; null when the browser does not report it. */
  readonly cameraFps: number | null;
  /** Frame rate shown in the window. */
  readonly shownFps: number;
}

/** Fraction of the promised rate below which it counts as reduced. */
const lowPart = 0.75;

/**
 * Finds the bottleneck of a preview: a camera that delivers less than promised, or this computer when it shows
 * less than the camera delivers. Null while both keep up.
 */
export function findLimit(
  promisedFps: number,
  { cameraFps, shownFps }: Rates,
): LimitingPart | null {
  if (cameraFps !== null && cameraFps < promisedFps * lowPart) {
    return 'camera';
  }
  return shownFps < (cameraFps ?? promisedFps) * lowPart ? 'computer' : null;
}

/** See {@link findLimit}. */
export type LimitingPart = 'camera' | 'computer';
