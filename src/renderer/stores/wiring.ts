import type { App } from '../app-context.ts';
import { toNoticeToast } from '../shell/notices.ts';
import { followJobs } from './follow-jobs.ts';
import { followService } from './follow-service.ts';
import { toKeptText } from './view-store.ts';

/** How long changes of the view are gathered before they are kept, in milliseconds. */
const keepDelayMs = 200;

/** What happens in one store because of another one or of main: all of it, so that no store knows another. */
export function wire(app: App): void {
  keepView(app);
  guardWindow(app);
  rememberDevices(app);
  followService(app);
  followJobs(app);
  app.bridge.on('window.close_asked', ({ reason }) => app.view.getState().askClose(reason));
  app.bridge.on('app.notice', (notice) => app.notify(toNoticeToast(app, notice)));
  void app.attempt(async () => {
    for (const notice of await app.bridge.call('app.take_notices', {})) {
      app.notify(toNoticeToast(app, notice));
    }
  });
  void app.attempt(() => app.devices.getState().refresh());
}

/** The view is kept in main, so that a reload of the page goes on where it was. */
function keepView({ view, bridge, attempt }: App): void {
  let keptText = toKeptText(view.getState());
  let timer: ReturnType<typeof setTimeout> | undefined;
  view.subscribe((state) => {
    const text = toKeptText(state);
    if (text !== keptText) {
      keptText = text;
      clearTimeout(timer);
      timer = setTimeout(() => {
        void attempt(async () => {
          await bridge.call('view.keep', { state: text });
        });
      }, keepDelayMs);
    }
  });
}

/** The chosen camera and microphone are settings, so that the next start takes them too. */
function rememberDevices({ devices, settings, attempt }: App): void {
  devices.subscribe(({ chosen }, before) => {
    if (chosen !== before.chosen) {
      void attempt(() => settings.getState().change(chosen));
    }
  });
}

/** A service that is being entered keeps the window from closing without a question. */
function guardWindow({ view, bridge, attempt }: App): void {
  let isGuarded = false;
  const update = (isDirty: boolean): void => {
    if (isDirty !== isGuarded) {
      isGuarded = isDirty;
      void attempt(async () => {
        await bridge.call('window.guard', { reason: isDirty ? 'unsaved_input' : null });
      });
    }
  };
  update(view.getState().profileDraft?.isDirty === true);
  view.subscribe((state) => update(state.profileDraft?.isDirty === true));
}
