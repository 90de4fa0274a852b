import type { App } from '../app/app-context.ts';
import { subscribeServiceInUse } from '../stores/subscribe-service-in-use.ts';
import { isKeyRecorder } from '../commands/keyboard.ts';
import { syncPreview } from './session/sync-preview.ts';
import { syncCamera } from './sync-camera.ts';
import { syncTalk } from './talk/sync-talk.ts';
import { closeBypassQuestion } from './close-bypass-question.ts';
import { syncMute } from './sync-mute.ts';
import { syncSize } from './session/sync-size.ts';
import { syncReplay } from './captures/sync-replay.ts';
import { measureVoiceLag } from './delay/measure-voice-lag.ts';
import { endRecording, syncRecordingMicrophone } from './captures/record-output.ts';

/** Remaining seconds at which a warning is shown. */
const leftMarks = [300, 60];

/** Side effects of being live: the camera, the panic key Escape, the time limit, recordings. */
export function syncLive(app: App): void {
  const { live, characters, attempt } = app;
  syncCamera(app);
  syncTalk(app);
  syncPreview(app);
  syncSize(app);
  measureVoiceLag(app);
  coverByEscape(app);
  const { live: choice } = app.settings.getState().settings;
  if (choice.hasVirtualCamera) {
    void attempt(() => app.virtualCamera.getState().start(choice));
  }
  notifyTimeLeft(app);
  syncReplay(app);
  syncRecordingMicrophone(app);
  syncMute(app);
  closeBypassQuestion(app);
  live.subscribe(({ phase }, before) => {
    if (phase === 'off' && before.phase !== 'off') {
      void attempt(() => endRecording(app));
    }
  });
  void attempt(() => characters.getState().refresh());
  subscribeServiceInUse(app, () => void live.getState().loadOffer());
}

/** Time in which two presses of Escape cover the output, whatever is open, in milliseconds. */
const twiceMs = 800;

/**
 * Escape covers immediately when nothing is open; else its first press closes that, and a second one covers.
 */
function coverByEscape({ live }: App): void {
  let closedAtMs = Number.NEGATIVE_INFINITY;
  // Registered first: no other listener may swallow the panic key.
  window.addEventListener(
    'keydown',
    ({ key, isTrusted, repeat, timeStamp, target }) => {
      const isPanic = isTrusted && key === 'Escape' && !repeat && !isKeyRecorder(target);
      if (!isPanic || live.getState().phase === 'off') {
        return;
      }
      if (isSomethingOpen() && timeStamp - closedAtMs > twiceMs) {
        closedAtMs = timeStamp;
      } else {
        live.getState().setCovered(true);
      }
    },
    { capture: true },
  );
}

/**
 * Returns whether a dialog, a menu or a list is open over the page, or a part of the page closes on Escape; notices do
 * not count.
 */
function isSomethingOpen(): boolean {
  if (document.querySelector('[data-closes-on-escape]') !== null) {
    return true;
  }
  const roles = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`);
  return [...document.querySelectorAll(`body > :not(#app) :is(${roles.join()})`)].some(
    (found) => found.closest('.ui-toasts') === null,
  );
}

/** Shows each warning once when little time is left. */
function notifyTimeLeft({ live, notify, text }: App): void {
  live.subscribe(({ stats }, before) => {
    const left = stats?.secondsLeft;
    const leftBefore = before.stats?.secondsLeft;
    if (left === undefined || leftBefore === undefined) {
      return;
    }
    const mark = leftMarks.find((sec) => leftBefore > sec && left <= sec && left > 0);
    if (mark !== undefined) {
      const { t } = text();
      notify({
        tone: 'warning',
        title: t('output.left.title', { minutes: mark / 60 }),
        text: t('output.left.text'),
      });
    }
  });
}
