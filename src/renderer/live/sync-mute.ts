import type { App } from '../app/app-context.ts';

/**
 * Mutes the voice while covered; a mute of the user stays. The end of a session uncovers nothing that is heard: the
 * mute of its cover ends when the user unmutes, or is live again. A session that could not be opened ends nothing.
 */
export function syncMute({ live, changer }: Pick<App, 'live' | 'changer'>): void {
  live.subscribe(({ isCovered, phase }, before) => {
    const isUncovered = before.isCovered && phase !== 'off';
    const isBegun = before.phase !== 'on' && phase === 'on';
    if (isCovered ? !before.isCovered : isUncovered || isBegun) {
      changer.getState().setMutedByCover(isCovered);
    }
  });
}
