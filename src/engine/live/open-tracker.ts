import type { ModelFolder } from '../models/model-folder.ts';
import { openTrackerHost, type TrackerHost } from '../swap/tracker-host.ts';

/** What a live swap asks of its tracker: a face that looks the same is only moved for two frames in a row. */
export const liveTracking = { mostFollowedFrames: 2 } as const;

/** Opens the tracker of a live swap. Throws what `openTrackerHost` throws. */
export function openLiveTracker(models: ModelFolder, signal?: AbortSignal): Promise<TrackerHost> {
  return openTrackerHost({ modelFolder: models.path, signal, ...liveTracking });
}
