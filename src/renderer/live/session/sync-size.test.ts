import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import { settingsSchema, type SettingsPatch } from '../../../contract/settings.ts';
import type { App } from '../../app/app-context.ts';
import { createText } from '../../i18n/text.ts';
import { syncSize } from './sync-size.ts';
import { noMetrics } from './live-metrics.ts';

/** A page on a computer that is too slow for any size. */
function createPage() {
  const settings = createStore(() => ({
    settings: settingsSchema.parse({}),
    change: async (patch: SettingsPatch) => {
      const { settings: now } = settings.getState();
      settings.setState({ settings: settingsSchema.parse({ ...now, ...patch }) });
    },
  }));
  const live = createStore(() => ({
    metrics: noMetrics,
    flow: 'flowing',
    room: 'connected',
    phase: 'off',
    isCovered: false,
  }));
  syncSize({
    settings,
    live,
    attempt: async (action: () => Promise<void>) => {
      await action();
      return true;
    },
    notify: () => undefined,
    text: () => createText('en'),
  } as unknown as App);
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      live.setState({ metrics: { ...noMetrics, fps: 4, limit: 'engine' } });
      await Promise.resolve();
    }
  };
  const read = () => settings.getState().settings.live;
  const choose = (patch: Partial<LiveChoice>) =>
    settings.getState().change({ live: { ...read(), ...patch } });
  return { read, choose, pass };
}

it('keeps the frame size once the user wants the one that was too large', async () => {
  const { read, choose, pass } = createPage();
  await pass(12);
  expect(read()).toMatchObject({ heightP: 480, loweredTo: { heightP: 480, fps: 30 } });
  await choose({ heightP: 720 });
  await pass(30);
  expect(read().heightP).toBe(720);
});

it('goes on after sizes were tried without it', async () => {
  const { read, choose, pass } = createPage();
  await pass(12);
  await choose({ heightP: 720, fps: 30, hasAutoSize: false });
  await choose({ hasAutoSize: true });
  await pass(12);
  expect(read().heightP).toBe(480);
});
