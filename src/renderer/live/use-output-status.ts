import { useApp, useLive, useSettings, useVirtualCamera } from '../app/app-context.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import { changeLiveChoice } from './change-choice.ts';
import { type OutputStatus, toOutputStatus } from './output-status.ts';

/** How the output stands, as one text, so that nothing is drawn again while it stays. */
export function useOutputStatus(): OutputStatus {
  const { live, virtualCamera } = useApp();
  const plannedFps = useSettings(({ settings }) => settings.live.fps);
  const read = (): OutputStatus =>
    toOutputStatus(live.getState(), plannedFps, virtualCamera.getState().view);
  useLive(() => JSON.stringify(read()));
  useVirtualCamera(() => JSON.stringify(read()));
  return read();
}

/** How the user goes live, and a way to change it, which the running session is told. */
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
