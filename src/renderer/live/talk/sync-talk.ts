import type { App } from '../../app/app-context.ts';
import { isGateOpen } from '../../changer/changer-view.ts';

/**
 * Provides a speaking character with audio while one is shown. The microphone is opened when the user chooses
 * this mode, not by itself at the app's start.
 */
export function syncTalk({ settings, devices, changer, talk, live, attempt }: App): void {
  const update = (): void => {
    const isWanted = settings.getState().settings.live.part === 'talk';
    const { sound, isMuted } = changer.getState();
    const { stream } = devices.getState().microphone;
    const microphone = isGateOpen(changer.getState()) ? stream : null;
    // The changed voice lags behind its gate, which it has passed.
    const sources = { microphone, voice: isMuted ? null : sound };
    talk.getState().setSources(isWanted ? sources : null);
  };
  update();
  settings.subscribe(({ settings: { live: choice } }, before) => {
    const isNew = choice.part === 'talk' && before.settings.live.part !== 'talk';
    if (isNew && devices.getState().microphone.state === 'off') {
      void attempt(() => devices.getState().startMicrophone());
    }
    update();
  });
  devices.subscribe(update);
  changer.subscribe(update);
  const send = (): void => void attempt(() => live.getState().setVoice(talk.getState().lips));
  send();
  talk.subscribe(({ lips }, before) => {
    if (lips !== before.lips) {
      send();
    }
  });
}
