import type { App } from '../app/app-context.ts';
import type { DevicesState } from '../stores/devices-store.ts';
import type { ChangerView } from '../changer/changer-view.ts';
import type { LiveStoreState } from './live-view.ts';
import type { TalkState } from './talk/talk-store.ts';
import type { RecordedSound } from './recording/recording-host.ts';

/** What is heard in a recording: the changed voice, else the microphone, else nothing. */
export type OutputSound =
  | { readonly is: 'voice' | 'microphone'; readonly stream: MediaStream }
  | { readonly is: 'muted' }
  | { readonly is: 'none' };

/** By how much lips that follow a voice alone are behind it, beside the way of the picture: what comes next is waited for. */
const mouthMs = 133;
/** Before the delay of the picture is measured. */
const usualPictureMs = 90;

/** Says what others hear, or would if the microphone were all they hear. */
export function toOutputSound(
  changer: Pick<ChangerView, 'sound' | 'isMuted' | 'isPushToTalk' | 'isTalking'>,
  { microphone }: Pick<DevicesState, 'microphone'>,
  { heard }: Pick<TalkState, 'heard'>,
): OutputSound {
  if (heard !== null) {
    const is = changer.sound === null ? 'microphone' : 'voice';
    return { is, stream: heard };
  }
  if (changer.sound !== null) {
    return changer.isMuted ? { is: 'muted' } : { is: 'voice', stream: changer.sound };
  }
  if (microphone.stream === null) {
    return { is: 'none' };
  }
  return changer.isMuted ? { is: 'muted' } : { is: 'microphone', stream: microphone.stream };
}

/**
 * By how much sound comes later than the picture it belongs to: the changed voice has its way through the
 * converter behind it, the picture its own through the engine.
 */
export function toLateMs(
  output: OutputSound,
  { delay }: Pick<ChangerView, 'delay'>,
  { measuredMs, metrics }: Pick<LiveStoreState, 'measuredMs' | 'metrics'>,
  isTalking = false,
): number {
  // What time codes say includes the drawing on the screen, which a recording has not.
  const pictureMs = metrics.delayMs ?? measuredMs ?? usualPictureMs;
  const voiceMs =
    output.is === 'voice' && delay !== null ? delay.chunk + delay.algorithm + delay.queue : 0;
  return voiceMs - pictureMs - (isTalking ? mouthMs : 0);
}

/** How much is left alone: each change is a break in the sound, and smaller ones are not seen. */
const slackMs = 12;

/** Keeps a recording's sound to what goes out, until the returned function ends it. */
export function followSound(
  { changer, devices, live, talk }: Pick<App, 'changer' | 'devices' | 'live' | 'talk'>,
  sound: RecordedSound,
): () => void {
  let fed: MediaStream | null = null;
  let wasOpen: boolean | null = null;
  let lateMs = Number.NEGATIVE_INFINITY;
  const update = (): void => {
    const output = toOutputSound(changer.getState(), devices.getState(), talk.getState());
    const isPicture = talk.getState().heard !== null;
    const stream = output.is === 'voice' || output.is === 'microphone' ? output.stream : null;
    const nextMs = toLateMs(output, changer.getState(), live.getState(), isPicture);
    if (Math.abs(nextMs - lateMs) >= slackMs) {
      lateMs = nextMs;
      sound.setLate(lateMs);
    }
    // What was turned off is let go of, or the recording would hold the microphone; what is muted comes back.
    if (stream !== fed && output.is !== 'muted') {
      fed = stream;
      sound.feed(stream);
    }
    const { isPushToTalk, isTalking } = changer.getState();
    // The voice changer has a gate of its own; a microphone alone is heard only while the key is held.
    const isOpen = stream !== null && (output.is === 'voice' || !isPushToTalk || isTalking);
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
