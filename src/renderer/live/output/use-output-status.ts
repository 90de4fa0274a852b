import { useApp, useLive, useSettings, useVirtualCamera } from '../../app/app-context.ts';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import { changeLiveChoice } from './change-choice.ts';
import { type OutputStatus, toOutputStatus } from './output-status.ts';

/** Output status as one value, so that components re-render only when it changes. */
export function useOutputStatus(): OutputStatus {
  const { live, virtualCamera } = useApp();
  const plannedFps = useSettings(({ settings }) => settings.live.fps);
  const read = (): OutputStatus =>
    toOutputStatus(live.getState(), plannedFps, virtualCamera.getState().view);
  useLive(() => JSON.stringify(read()));
  useVirtualCamera(() => JSON.stringify(read()));
  return read();
}

/** Live settings, and a function to change them, which also applies the change to the running session. */
export function useLiveChoice(): {
  readonly choice: LiveChoice;
  readonly change: (patch: Partial<LiveChoice>) => void;
} {
  const app = useApp();
  const choice = useSettings((state) => state.settings.live);
  return {
    choice,
    change: (patch) => void app.attempt(() => changeLiveChoice(app, patch)),
  };
}
