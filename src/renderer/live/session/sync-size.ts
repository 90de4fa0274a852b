import type { App } from '../../app/app-context.ts';
import { isSameSize, type VideoFormat, SizeWatch } from './size-watch.ts';

/** Reduces the sent video size when this computer cannot keep up, unless the user insists on theirs. */
export function syncSize(app: App): void {
  const { live, settings, attempt } = app;
  const watch = new SizeWatch();
  /** Size that was found too large; choosing it again means that the user insists. */
  let tooLarge: VideoFormat | null = null;
  let isWanted = false;

  settings.subscribe(({ settings: { live: choice } }, { settings: { live: before } }) => {
    // A choice without automatic sizes does not count.
    const isChosen = choice.hasAutoSize && before.hasAutoSize && !isSameSize(choice, before);
    isWanted ||= isChosen && tooLarge !== null && isSameSize(choice, tooLarge);
  });
  live.subscribe((state, before) => {
    const { live: choice } = settings.getState().settings;
    if (state.metrics === before.metrics || !choice.hasAutoSize || isWanted) {
      return;
    }
    const { metrics, flow, room, phase, isCovered } = state;
    const size = { heightP: choice.heightP, fps: choice.fps };
    const smaller = watch.read({
      metrics,
      size,
      isFlowing: room === 'connected' && (flow === 'flowing' || flow === 'held'),
      isSeen: phase === 'on' && !isCovered,
    });
    if (smaller !== null) {
      tooLarge = null; // This change is not the user's wish.
      void attempt(async () => {
        await settings.getState().change({ live: { ...choice, ...smaller, loweredTo: smaller } });
        tooLarge = size;
      });
      notifySize(app, size, smaller, metrics.fps);
    }
  });
}

function notifySize({ notify, text }: App, from: VideoFormat, to: VideoFormat, fps: number): void {
  const { t } = text();
  notify({
    tone: 'info',
    title: t('output.smaller.title', { p: to.heightP, fps: to.fps }),
    text: t('output.smaller.text', { p: from.heightP, fps: from.fps, came: Math.round(fps) }),
  });
}
