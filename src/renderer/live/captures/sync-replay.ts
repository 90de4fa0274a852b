import type { App } from '../../app/app-context.ts';
import { toErrorToast } from '../../commands/notices.ts';
import { findCaptureSource, openRecordedSound } from './record-output.ts';

/** Keeps the replay buffer of the output running while the user wants it. */
export function syncReplay(app: App): void {
  const { live, settings, captures, attempt } = app;
  let output: MediaStream | null = null;
  let seconds = 0;
  const update = (): void => {
    const { output: nextOutput } = live.getState();
    const { replaySeconds } = settings.getState().settings.live;
    if (nextOutput === output && replaySeconds === seconds) {
      return;
    }
    output = nextOutput;
    seconds = replaySeconds;
    const source = seconds === 0 ? null : findCaptureSource(app);
    captures.getState().holdReplay(source, seconds, (error) => {
      app.notify(toErrorToast(app, error));
    });
    if (source !== null) {
      void attempt(() => openRecordedSound(app, () => output !== null && seconds > 0));
    }
  };
  update();
  live.subscribe(update);
  settings.subscribe(update);
}
