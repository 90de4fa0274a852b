import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ChangerStore } from '../changer/changer-view.ts';
import type { LiveStore } from './session/live-view.ts';
import { offState } from './session/live-view.ts';
import { syncMute } from './sync-mute.ts';

/** A live session with a voice that is heard. */
function openLive() {
  const live = createStore(() => ({ ...offState, phase: 'on', isCovered: false }) as const);
  const changer = createStore<{ isMuted: boolean; setMuted: (isMuted: boolean) => void }>()(
    (set) => ({ isMuted: false, setMuted: (isMuted) => set({ isMuted }) }),
  );
  syncMute({
    live: live as unknown as LiveStore,
    changer: changer as unknown as ChangerStore,
  });
  return {
    isMuted: () => changer.getState().isMuted,
    mute: (isMuted: boolean) => changer.getState().setMuted(isMuted),
    cover: (isCovered: boolean) => live.setState({ isCovered } as never),
    end: () => live.setState(offState as never),
    begin: () => live.setState({ phase: 'opening' } as never),
  };
}

it('mutes the voice while covered', () => {
  const { isMuted, cover } = openLive();
  cover(true);
  expect(isMuted()).toBe(true);
  cover(false);
  expect(isMuted()).toBe(false);
});

it('leaves the voice muted when the session ends covered', () => {
  const { isMuted, cover, end } = openLive();
  cover(true);
  end();
  expect(isMuted()).toBe(true);
});

it('lets the voice be heard in the session after one that ended covered, unless the user muted it', () => {
  const { isMuted, mute, cover, end, begin } = openLive();
  cover(true);
  end();
  begin();
  expect(isMuted()).toBe(false);
  cover(true);
  expect(isMuted()).toBe(true);
  cover(false);
  expect(isMuted()).toBe(false);
  cover(true);
  end();
  mute(false);
  mute(true);
  begin();
  expect(isMuted()).toBe(true);
});

it('leaves the voice as the user set it before or during the cover', () => {
  const { isMuted, mute, cover } = openLive();
  mute(true);
  cover(true);
  cover(false);
  expect(isMuted()).toBe(true);
  mute(false);
  cover(true);
  mute(false);
  mute(true);
  cover(false);
  expect(isMuted()).toBe(true);
});
