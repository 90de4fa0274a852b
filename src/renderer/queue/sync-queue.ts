import type { App } from '../app/app-context.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { playDoneSound } from './queue-sound.ts';
import { type QueueParts, toQueueParts, toQueueProgress } from './queue-facts.ts';
import { holdReason } from './queue-words.ts';

/**
 * Announces the end of the queue, on the desktop when the window is not in front, with an optional sound, and
 * shows its progress in the window's title, which every taskbar shows.
 */
export function syncQueue(app: App, target: Document): void {
  const { jobs, queue, text, attempt, live } = app;
  const title = target.title;
  let before = toQueueParts(jobs.getState().jobs, queue.getState().queue);
  let heldCode: string | null = null;
  let closeEnding: (() => void) | null = null;
  /** Ids of this run of the queue: from an idle one to the next. */
  let batch = new Set<string>();
  const update = (): void => {
    const state = queue.getState().queue;
    const all = jobs.getState().jobs;
    const parts = toQueueParts(all, state);
    const progress = toQueueProgress(parts);
    const { t } = text();
    target.title = progress.isActive
      ? t('queue.window_title', {
          current: progress.current,
          total: progress.total,
          percent:
            progress.fraction === null
              ? ''
              : ` (${t('job.share', { percent: Math.floor(progress.fraction * 100) })})`,
          title,
        })
      : title;
    const hadWork = hasWork(before);
    for (const { id, isQuiet } of [...parts.running, ...parts.waiting]) {
      if (!isQuiet) {
        batch.add(id);
      }
    }
    before = parts;
    if (hadWork && !hasWork(parts)) {
      const over = all.filter(({ id }) => batch.has(id));
      batch = new Set();
      void attempt(() => announceEnd(app, over));
      if (app.settings.getState().settings.queueSound && live.getState().phase === 'off') {
        void playDoneSound().catch(() => undefined);
      }
    }
    heldCode = announceHold(app, heldCode);
    closeEnding = announceEnding(app, closeEnding);
  };
  jobs.subscribe(update);
  queue.subscribe(update);
  void attempt(queue.getState().refresh);
}

/** Jobs that the user has to confirm keep nothing busy, and unrequested downloads are not announced. */
function hasWork({ running, waiting }: QueueParts): boolean {
  return (
    running.some(({ isQuiet }) => !isQuiet) || waiting.some(({ state }) => state === 'waiting')
  );
}

/** Jobs that were taken out by the user are no news to them. */
async function announceEnd({ bridge, text }: App, over: readonly LocalJob[]): Promise<void> {
  const good = over.filter(({ state }) => state === 'succeeded').length;
  const bad = over.filter(({ state }) => state === 'failed').length;
  const count = good + bad;
  const { t } = text();
  if (count > 0) {
    await bridge.call('queue.announce', {
      title: t(good === 0 ? 'queue.done.failed_title' : 'queue.done.title', { count }),
      text: bad === 0 ? t('queue.done.good', { good }) : t('queue.done.mixed', { good, bad }),
    });
  }
}

/** The app or the computer is about to end: shown on every screen until then, with a way to stop it. */
function announceEnding(app: App, before: (() => void) | null): (() => void) | null {
  const { endsAtMs, whenDone } = app.queue.getState().queue;
  if (endsAtMs === null || whenDone === 'nothing') {
    before?.();
    return null;
  }
  const { t } = app.text();
  return (
    before ??
    app.notify({
      tone: 'warning',
      title: t(`queue.ending_soon.${whenDone}`),
      isLasting: true,
      action: {
        label: t('queue.ending.stop'),
        run: () => void app.attempt(() => app.queue.getState().setWhenDone('nothing')),
      },
    })
  );
}

/** Announces once that the queue waits for an action of the user. */
function announceHold(app: App, before: string | null): string | null {
  const needs = app.queue
    .getState()
    .queue.holds.find(({ error }) => error.code === 'insufficient_credits');
  const code = needs?.error.code ?? null;
  if (code !== null && code !== before) {
    const text = app.text();
    void app.attempt(async () => {
      await app.bridge.call('queue.announce', {
        title: text.t('queue.held.title'),
        text: `${holdReason(text, code)}.`,
      });
    });
  }
  return code;
}
