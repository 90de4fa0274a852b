import type { App } from '../../app/app-context.ts';
import type { DevicesState } from '../../stores/devices-store.ts';
import { type ChangerView, isGateOpen } from '../../changer/changer-view.ts';
import type { LiveStoreState } from '../session/live-view.ts';
import type { TalkState } from '../talk/talk-store.ts';
import type { RecordedSound } from '../recording/recording-host.ts';

/** Audio of a recording: the changed voice, else the microphone, else none. */
export type OutputSound =
  | { readonly is: 'voice' | 'microphone'; readonly stream: MediaStream }
  | { readonly is: 'muted' }
  | { readonly is: 'none' };

/** Additional delay of lips that follow a voice, which look ahead, beside the delay of the video. */
const mouthMs = 133;
/** Assumed delay before the video's delay is measured. */
const usualVideoMs = 90;

/** Reports what others hear, or would hear with the microphone alone. */
export function toOutputSound(
  changer: Pick<ChangerView, 'sound' | 'isMuted' | 'isPushToTalk' | 'isTalking'>,
  { microphone }: Pick<DevicesState, 'microphone'>,
  { outgoing }: Pick<TalkState, 'outgoing'>,
): OutputSound {
  if (outgoing !== null) {
    const is = changer.sound === null ? 'microphone' : 'voice';
    return { is, stream: outgoing };
  }
  if (changer.sound !== null) {
    return changer.isMuted ? { is: 'muted' } : { is: 'voice', stream: changer.sound };
  }
  if (microphone.stream === null) {
    return { is: 'none' };
  }
  return changer.isMuted ? { is: 'muted' } : { is: 'microphone', stream: microphone.stream };
}

/** Lag of the audio behind its video: the changed voice passes the converter, the video passes the engine. */
export function toLateMs(
  output: OutputSound,
  { delay }: Pick<ChangerView, 'delay'>,
  { measuredMs, metrics }: Pick<LiveStoreState, 'measuredMs' | 'metrics'>,
  isTalking = false,
): number {
  // Time codes include drawing to the screen, which a recording does not.
  const videoMs = metrics.delayMs ?? measuredMs ?? usualVideoMs;
  const voiceMs =
    output.is === 'voice' && delay !== null ? delay.chunk + delay.algorithm + delay.queue : 0;
  return voiceMs - videoMs - (isTalking ? mouthMs : 0);
}

/** Ignored deviation: each correction is a break in the audio, and smaller ones are unnoticeable. */
const slackMs = 12;

/** Keeps a recording's audio in line with the output, until the returned function is called. */
export function syncSound(
  { changer, devices, live, talk }: Pick<App, 'changer' | 'devices' | 'live' | 'talk'>,
  sound: RecordedSound,
): () => void {
  let fed: MediaStream | null = null;
  let wasOpen: boolean | null = null;
  let lateMs = Number.NEGATIVE_INFINITY;
  const update = (): void => {
    const output = toOutputSound(changer.getState(), devices.getState(), talk.getState());
    const isPortrait = talk.getState().outgoing !== null;
    const stream = output.is === 'voice' || output.is === 'microphone' ? output.stream : null;
    const nextMs = toLateMs(output, changer.getState(), live.getState(), isPortrait);
    if (Math.abs(nextMs - lateMs) >= slackMs) {
      lateMs = nextMs;
      sound.setLate(lateMs);
    }
    // A stopped source is released, because the recording would keep the microphone open; a muted one continues later.
    if (stream !== fed && output.is !== 'muted') {
      fed = stream;
      sound.feed(stream);
    }
    // The voice changer and a speaking character have gates of their own.
    const isGated = output.is !== 'voice' && !isPortrait;
    const isOpen = stream !== null && (!isGated || isGateOpen(changer.getState()));
    if (isOpen !== wasOpen) {
      wasOpen = isOpen;
      sound.open(isOpen);
    }
  };
  update();
  const ends = [changer, devices, live, talk].map((store) => store.subscribe(update));
  return () => {
    for (const end of ends) {
      end();
    }
  };
}
