import type { App } from '../app/app-context.ts';

/**
 * Mutes the voice while covered; a mute of the user stays. The end of a session uncovers nothing that is heard: the
 * mute of its cover ends when the user unmutes, or goes live again.
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
    } else if (
      hasMuted &&
      !isCovered &&
      phase !== 'off' &&
      (before.isCovered || before.phase === 'off')
    ) {
      hasMuted = false;
      changer.getState().setMuted(false);
    }
  });
}
