/** Frame rates of a preview, in frames per second. */
export interface Rates {
  /** What the camera delivered; null where the browser does not tell. */
  readonly cameraFps: number | null;
  /** What was shown in the window. */
  readonly shownFps: number;
}

/** Below this part of what was promised a rate counts as held back. */
const lowPart = 0.75;

/**
 * What holds a preview back: the camera that gives less than it promised, or this computer that shows
 * less than the camera gives. Null while both keep up.
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
