import type { LiveChoice } from '../../contract/live-choice.ts';
import type { App } from '../app/app-context.ts';
import { toErrorToast } from '../commands/notices.ts';
import { followSound } from './follow-sound.ts';
import type { RecordedSound } from './recording/recording-host.ts';

/** Records what goes out, with its sound. The microphone is opened where no voice goes out yet. */
export async function beginRecording(
  app: App,
  output: MediaStream,
  choice: LiveChoice,
): Promise<void> {
  const { changer, devices } = app;
  if (changer.getState().sound === null && devices.getState().microphone.state !== 'on') {
    // Its tile says why where there is none; the picture is recorded all the same.
    await devices.getState().startMicrophone();
  }
  const [track] = output.getVideoTracks();
  if (track === undefined) {
    return;
  }
  const source = {
    track,
    fps: choice.fps,
    followSound: (sound: RecordedSound) => followSound(app, sound),
  };
  await app.captures.getState().record(source, (error, made) => {
    app.notify(toErrorToast(app, error));
    if (made !== null) {
      notifyMade(app, 'output.recorded', made);
    }
  });
}

/** Ends the recording and says where it lies. */
export async function endRecording(app: App): Promise<void> {
  await app.attempt(async () => {
    const made = await app.captures.getState().stop();
    if (made !== null) {
      notifyMade(app, 'output.recorded', made);
    }
  });
}

/** Says where a new file lies, with a way to it. */
export function notifyMade(
  { notify, text, attempt, captures }: App,
  title: 'output.recorded' | 'output.snapped',
  made: { readonly id: string; readonly path: string },
): void {
  const { t } = text();
  notify({
    tone: 'good',
    title: t(title),
    path: made.path,
    action: {
      label: t('output.reveal'),
      run: () => void attempt(() => captures.getState().reveal(made.id)),
    },
  });
}
