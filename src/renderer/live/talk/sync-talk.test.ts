import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { App } from '../../app/app-context.ts';
import { syncTalk } from './sync-talk.ts';

const stream = { id: 'microphone' } as MediaStream;

it('moves the lips while the microphone may be heard', () => {
  const heard: unknown[] = [];
  const gate = { isMuted: false, isPushToTalk: false, isTalking: false };
  const changer = createStore(() => ({ sound: null, ...gate }));
  syncTalk({
    settings: createStore(() => ({ settings: { live: { part: 'talk' } } })),
    devices: createStore(() => ({ microphone: { state: 'on', stream } })),
    changer,
    talk: createStore(() => ({
      lips: null,
      setSources: (sources: { microphone: unknown } | null) => heard.push(sources?.microphone),
    })),
    live: createStore(() => ({ setVoice: async () => undefined })),
    attempt: async (work: () => Promise<unknown>) => work(),
  } as unknown as App);
  changer.setState({ isPushToTalk: true });
  changer.setState({ isTalking: true });
  changer.setState({ isTalking: false });
  changer.setState({ isPushToTalk: false });
  changer.setState({ isMuted: true });
  expect(heard).toEqual([stream, null, stream, null, stream, null]);
});
