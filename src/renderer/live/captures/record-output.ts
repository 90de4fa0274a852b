import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { Marker } from '../../../contract/marker.ts';
import type { App } from '../../app/app-context.ts';
import { toErrorToast } from '../../commands/notices.ts';
import { formatElapsed } from '../../i18n/format-elapsed.ts';
import type { SavedCapture } from './captures-store.ts';
import { syncSound } from './sync-sound.ts';
import type { RecordedSound } from '../recording/recording-host.ts';
import type { CaptureSource } from '../recording/shared-recorders.ts';
import { attachHiddenVideo } from './hidden-video.ts';

/** Output with its audio, as it is recorded; null without output. */
export function findCaptureSource(app: App): CaptureSource | null {
  const track = app.live.getState().output?.getVideoTracks()[0];
  return track === undefined
    ? null
    : {
        track,
        fps: app.settings.getState().settings.live.fps,
        syncSound: (sound: RecordedSound) => syncSound(app, sound),
      };
}

function requireCaptureSource(app: App): CaptureSource {
  const source = findCaptureSource(app);
  if (source === null) {
    throw new AppError('not_found', 'Nothing goes out that could be recorded.', {
      details: faultDetails('nothing_goes_out'),
    });
  }
  return source;
}

/**
 * Opens the microphone when no voice is output yet, so that a recording has audio; closes it if that is not needed any
 * more when it is open.
 */
export async function openRecordedSound(
  { changer, devices, captures }: Pick<App, 'changer' | 'devices' | 'captures'>,
  isNeeded: () => boolean,
): Promise<void> {
  if (changer.getState().sound !== null || devices.getState().microphone.state === 'on') {
    return;
  }
  // A missing microphone is explained by its tile; the video is recorded anyway.
  await devices.getState().startMicrophone();
  if (devices.getState().microphone.state !== 'on') {
    return;
  }
  if (isNeeded()) {
    captures.setState({ hasOpenedMicrophone: true });
  } else {
    devices.getState().stopMicrophone();
  }
}

/** Closes the microphone that was opened for recordings as soon as none needs it. */
export function syncRecordingMicrophone({ captures, devices }: App): void {
  captures.subscribe(({ recording, replay, hasOpenedMicrophone }, before) => {
    const wasNeeded = before.recording !== null || before.replay !== null;
    if (hasOpenedMicrophone && wasNeeded && recording === null && replay === null) {
      captures.setState({ hasOpenedMicrophone: false });
      devices.getState().stopMicrophone();
    }
  });
}

/** Starts recording the output, or ends the recording and reports its path. Throws when there is no output. */
export async function toggleRecording(app: App): Promise<void> {
  const phase = app.captures.getState().recording?.phase ?? null;
  if (phase === 'running') {
    await endRecording(app);
  } else if (phase === null) {
    await beginRecording(app);
  }
}

async function beginRecording(app: App): Promise<void> {
  requireCaptureSource(app);
  await openRecordedSound(app, () => findCaptureSource(app) !== null);
  const source = requireCaptureSource(app); // The output may have ended meanwhile.
  await app.captures.getState().record(source, (error, made) => {
    app.notify(toErrorToast(app, error));
    if (made !== null) {
      notifyMade(app, 'output.recorded', made);
    }
  });
}

/** Ends the recording and reports its path; no effect when none runs. */
export async function endRecording(app: App): Promise<void> {
  const made = await app.captures.getState().stop();
  if (made !== null) {
    notifyMade(app, 'output.recorded', made);
  }
}

/** Marks this place of the recording. Throws `not_found` when none runs. */
export async function addMarker(app: App): Promise<void> {
  const { t } = app.text();
  const marker = await app.captures.getState().mark((count) => t('output.marker', { count }));
  if (marker === null) {
    throw new AppError('not_found', 'Nothing is recorded.', {
      details: faultDetails('nothing_recorded'),
    });
  }
  app.notify({
    tone: 'good',
    title: t('output.marked', { title: marker.title, time: formatElapsed(marker.atMs / 1000) }),
  });
}

/** Makes a file of the seconds that are held. Throws `not_found` when none are. */
export async function saveReplay(app: App): Promise<void> {
  const made = await app.captures.getState().saveReplay();
  if (made !== null) {
    notifyMade(app, 'output.replay_saved', made);
  }
}

/** Saves the current output frame, whatever screen is open. Throws `not_found` without a frame. */
export async function saveSnapshot(app: App): Promise<void> {
  const { output } = app.live.getState();
  if (output === null) {
    throw new AppError('not_found', 'Nothing goes out that could be kept.', {
      details: faultDetails('nothing_goes_out'),
    });
  }
  const shown = document.querySelector<HTMLVideoElement>('#output');
  const video = shown ?? (await attachHiddenVideo(output));
  try {
    notifyMade(app, 'output.snapped', await app.captures.getState().snap(video));
  } finally {
    if (video !== shown) {
      video.srcObject = null;
    }
  }
}

/** Reports a new file, with an action to show it and its markers. */
export function notifyMade(
  { notify, text, attempt, captures }: App,
  title: 'output.recorded' | 'output.replay_saved' | 'output.snapped',
  made: SavedCapture,
): void {
  const { t } = text();
  notify({
    tone: 'good',
    title: t(title),
    text:
      made.markers.length === 0
        ? undefined
        : t('output.recorded_markers', {
            count: made.markers.length,
            times: toTimes(made.markers),
          }),
    path: made.path,
    action: {
      label: t('output.reveal'),
      run: () => void attempt(() => captures.getState().reveal(made.id)),
    },
  });
}

/** Most markers that are named; all are in the file. */
const maxNamed = 6;

function toTimes(markers: readonly Marker[]): string {
  const times = markers.slice(0, maxNamed).map(({ atMs }) => formatElapsed(atMs / 1000));
  return [...times, ...(markers.length > maxNamed ? ['…'] : [])].join(', ');
}
