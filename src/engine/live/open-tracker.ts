import type { ModelFolder } from '../models/model-folder.ts';
import { openTrackerHost, type TrackerHost } from '../swap/tracker-host.ts';

/** Tracker options of a live swap: an unchanged face is only translated for at most two frames in a row. */
export const liveTracking = { maxFollowedFrames: 2 } as const;

/** Opens the tracker of a live swap. Throws the errors of `openTrackerHost`. */
export function openLiveTracker(models: ModelFolder, signal?: AbortSignal): Promise<TrackerHost> {
  return openTrackerHost({ modelFolder: models.path, signal, ...liveTracking });
}
