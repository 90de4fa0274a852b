import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import type { App } from '../app/app-context.ts';
import { isSameSize, type VideoFormat } from '../live/session/size-watch.ts';
import { firstSize, longestTestSec, type SpeedResult, SpeedTest } from './speed-test.ts';

/** Dependencies of a measurement. */
export interface SpeedRun {
  /** Replaces the camera meanwhile: the same for all users, and available without a camera. */
  readonly clip: ChosenFile;
  readonly characterId: string;
  readonly onSize: (size: VideoFormat) => void;
  readonly signal: AbortSignal;
}

/**
 * Measures with the visible preview, which uses the same pipeline as a live session. The found size is used
 * from now on, unless the user chose another. Null when aborted.
 */
export async function runSpeedTest(app: App, run: SpeedRun): Promise<SpeedResult | null> {
  const { live, settings } = app;
  const choose = (patch: Partial<LiveChoice>): Promise<void> => {
    const { live: choice } = settings.getState().settings;
    return settings.getState().change({ live: { ...choice, ...patch } });
  };
  const { clip, characterId } = run;
  const clipBefore = live.getState().clip;
  let result: SpeedResult | null = null;
  try {
    // Automatic size reduction would distort the measurement.
    await begin(app, characterId);
    live.getState().setClip(clip);
    result = await measure(app, { ...run, choose });
    return result;
  } finally {
    await endSpeedTest(app, result);
    if (live.getState().clip?.id === clip.id) {
      live.getState().setClip(clipBefore);
    }
  }
}

/**
 * Stores the previous settings together with the temporary ones: a page that closes meanwhile leaves nothing
 * behind.
 */
async function begin({ settings }: App, characterId: string): Promise<void> {
  const { live: choice, onboarding } = settings.getState().settings;
  const { heightP, fps, hasSwappedPreview, hasAutoSize } = onboarding.beforeSpeed ?? choice;
  await settings.getState().change({
    live: { ...choice, characterId, hasSwappedPreview: true, hasAutoSize: false, ...firstSize },
    onboarding: { ...onboarding, beforeSpeed: { heightP, fps, hasSwappedPreview, hasAutoSize } },
  });
}

/**
 * Restores the settings that a measurement changed, whether it finished or was interrupted by the page's end.
 */
export async function endSpeedTest(
  { settings }: App,
  result: SpeedResult | null = null,
): Promise<void> {
  const { live: choice, onboarding } = settings.getState().settings;
  const { beforeSpeed: before } = onboarding;
  if (before !== null) {
    const isKept = result === null || readOrigin(before, choice, onboarding.speed) === 'chosen';
    const { heightP, fps } = isKept ? before : result;
    const loweredTo = isKept ? choice.loweredTo : null;
    await settings.getState().change({
      live: { ...choice, ...before, heightP, fps, loweredTo },
      onboarding: { ...onboarding, beforeSpeed: null },
    });
  }
}

/** Origin of a size: the default or the last measurement, lowered since, or chosen by the user. */
export function readOrigin(
  size: VideoFormat,
  { loweredTo }: Pick<LiveChoice, 'loweredTo'>,
  speed: VideoFormat | null,
): 'found' | 'lowered' | 'chosen' {
  if (isSameSize(size, speed ?? firstSize)) {
    return 'found';
  }
  return loweredTo !== null && isSameSize(size, loweredTo) ? 'lowered' : 'chosen';
}

/** Feeds the preview's rates to the test until it is satisfied, times out, or is aborted. */
function measure(
  { live, attempt }: App,
  { onSize, signal, choose }: SpeedRun & { readonly choose: (size: VideoFormat) => Promise<void> },
): Promise<SpeedResult | null> {
  const test = new SpeedTest();
  onSize(test.size);
  return new Promise((resolve) => {
    const end = (result: SpeedResult | null): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => end(null);
    const timer = setTimeout(() => end(test.finish()), longestTestSec * 1000);
    const stop = live.subscribe((state, last) => {
      if (state.phase !== 'off') {
        end(null); // The user goes live: nothing is measured on air.
        return;
      }
      if (state.metrics === last.metrics) {
        return;
      }
      const isSwapped =
        state.hasPreviewed && state.flow === 'flowing' && state.stats?.isTracked === true;
      const verdict = test.read(isSwapped ? state.metrics.fps : null);
      if (verdict.is === 'smaller') {
        onSize(verdict.size);
        void attempt(() => choose(verdict.size));
      } else if (verdict.is === 'done') {
        end(verdict.result);
      }
    });
    signal.addEventListener('abort', abort);
    if (signal.aborted) {
      abort();
    }
  });
}
