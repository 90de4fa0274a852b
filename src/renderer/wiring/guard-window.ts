import type { App } from '../app/app-context.ts';
import type { WindowCloseReason } from '../stores/view-store.ts';

/**
 * Keeps the window from closing without a question while something would be lost. That others see or hear the user
 * comes first; a recording is finished in any case.
 */
export function guardWindow(
  app: Pick<App, 'view' | 'live' | 'changer' | 'captures' | 'bridge' | 'attempt'>,
): void {
  const { view, live, changer, captures, bridge, attempt } = app;
  let guarded: WindowCloseReason | null = null;
  const findReason = (): WindowCloseReason | null => {
    if (live.getState().phase !== 'off' || changer.getState().session.phase !== 'off') {
      return 'live';
    }
    if (captures.getState().recording !== null) {
      return 'recording';
    }
    return view.getState().profileDraft?.isDirty === true ? 'unsaved_input' : null;
  };
  const update = (): void => {
    const reason = findReason();
    if (reason !== guarded) {
      guarded = reason;
      void attempt(async () => {
        await bridge.call('window.guard', { reason });
      });
    }
  };
  update();
  view.subscribe(update);
  live.subscribe(update);
  changer.subscribe(update);
  captures.subscribe(update);
}
