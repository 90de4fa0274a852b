import type { App } from '../app/app-context.ts';

/**
 * Mutes the voice while covered; a mute of the user stays. The end of a session uncovers nothing that is heard: the user
 * unmutes then.
 */
export function syncMute({ live, changer }: Pick<App, 'live' | 'changer'>): void {
  /** True while the mute is that of the cover. */
  let hasMuted = false;
  changer.subscribe(({ isMuted }, before) => {
    if (isMuted !== before.isMuted) {
      hasMuted = false; // The user decides from now on.
    }
  });
  live.subscribe(({ isCovered, phase }, before) => {
    if (isCovered && !before.isCovered && !changer.getState().isMuted) {
      changer.getState().setMuted(true);
      hasMuted = true;
    } else if (!isCovered && before.isCovered && hasMuted) {
      hasMuted = false;
      if (phase !== 'off') {
        changer.getState().setMuted(false);
      }
    }
  });
}
