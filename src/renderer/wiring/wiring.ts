import { type JobOptions, maxOptionChars } from '../../contract/ipc/jobs.ts';
import type { App } from '../app/app-context.ts';
import type { Notice } from '../../contract/ipc/contract.ts';
import { isLasting, toNoticeToast } from '../commands/notices.ts';
import { syncQueue } from '../queue/sync-queue.ts';
import { syncJobs } from './sync-jobs.ts';
import { syncBalance } from './sync-balance.ts';
import { syncControl } from '../control/sync-control.ts';
import { syncDesktop } from '../command-list/sync-desktop.ts';
import { syncHotkeys } from '../commands/sync-hotkeys.ts';
import { endSpeedTest } from '../onboarding/run-speed-test.ts';
import { syncLive } from '../live/sync-live.ts';
import { syncDevices } from './sync-devices.ts';
import { syncWatch } from './sync-watch.ts';
import { syncService } from './sync-service.ts';
import { toStoredText } from '../stores/view-store.ts';
import { guardWindow } from './guard-window.ts';

/** Debounce time of storing the view, in milliseconds. */
const storeDelayMs = 200;

/** All subscriptions between stores, and from main to stores, so that stores do not import each other. */
export function wire(app: App): void {
  void app.attempt(() => endSpeedTest(app));
  storeView(app);
  storeDraft(app);
  guardWindow(app);
  rememberDevices(app);
  syncService(app);
  syncJobs(app);
  syncBalance(app);
  syncQueue(app, document);
  syncWatch(app);
  syncLive(app);
  syncControl(app);
  syncHotkeys(app);
  syncDesktop(app);
  syncPersons(app);
  app.bridge.on('window.close_asked', ({ reason }) => app.view.getState().askClose(reason));
  app.bridge.on('app.notice', (notice) => showNotice(app, notice));
  void app.attempt(async () => {
    const notices = await app.bridge.call('app.take_notices', {});
    for (const notice of notices) {
      showNotice(app, notice);
    }
    await beginFirstRun(app, notices);
  });
  syncDevices(app, navigator.mediaDevices);
}

/**
 * Opens the first run for new users, and for those who left in the middle; users with damaged settings are not
 * new.
 */
async function beginFirstRun({ settings, view }: App, notices: readonly Notice[]): Promise<void> {
  const { onboarding } = settings.getState().settings;
  if (notices.some(({ code }) => code === 'settings_set_aside')) {
    await settings.getState().change({ onboarding: { ...onboarding, isOver: true } });
  } else if (!onboarding.isOver) {
    view.getState().goTo('live');
    view.getState().setOverlay('onboarding');
  }
}

/** A notice that recurs at every start is only added to the list. */
function showNotice(app: App, notice: Notice): void {
  const toast = toNoticeToast(app, notice);
  if (isLasting(notice)) {
    app.messages.getState().add(toast);
  } else {
    app.notify(toast);
  }
}

/** Releases everything that shows a deleted person. */
function syncPersons(app: App): void {
  const { bridge, characters, settings, draft, changer, conversion, attempt } = app;
  bridge.on('persons.deleted', ({ fileIds }) => {
    draft.getState().drop(fileIds);
    changer.getState().dropReference(fileIds);
    conversion.getState().drop(fileIds);
    void attempt(async () => {
      await characters.getState().refresh();
      const { live } = settings.getState().settings;
      const isThere = characters.getState().characters.some(({ id }) => id === live.characterId);
      if (live.characterId !== null && !isThere) {
        await settings.getState().change({ live: { ...live, characterId: null } });
      }
    });
  });
}

/** Stores the view in main, so that a reload of the page restores it. */
function storeView({ view, bridge, attempt }: App): void {
  let storedText = toStoredText(view.getState());
  let timer: ReturnType<typeof setTimeout> | undefined;
  view.subscribe((state) => {
    const text = toStoredText(state);
    if (text !== storedText) {
      storedText = text;
      clearTimeout(timer);
      timer = setTimeout(() => {
        void attempt(async () => {
          await bridge.call('view.keep', { state: text });
        });
      }, storeDelayMs);
    }
  });
}

/** Input in Create is part of the view: a long script survives a reload. */
function storeDraft({ draft, view }: App): void {
  draft.subscribe(({ feature, options, settings }, before) => {
    if (feature !== before.feature || options !== before.options || settings !== before.settings) {
      view.getState().storeDraft({ feature, options: removeLongTexts(options), settings });
    }
  });
}

/** Drops texts that are too long to be sent: main does not store them. */
function removeLongTexts(options: JobOptions): JobOptions {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([, value]) => typeof value !== 'string' || value.length <= maxOptionChars,
    ),
  );
}

/** The chosen camera and microphone are settings, so that the next start takes them too. */
function rememberDevices({ devices, settings, attempt }: App): void {
  devices.subscribe(({ chosen }, before) => {
    if (chosen !== before.chosen) {
      void attempt(() => settings.getState().change(chosen));
    }
  });
}
