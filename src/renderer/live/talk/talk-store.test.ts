import { expect, it, vi } from 'vitest';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { createTalkStore } from './talk-store.ts';

/** A store that speaks one sentence; its audio is decoded when the test says so. */
function openStore() {
  const decoded = Promise.withResolvers<{ duration: number }>();
  const decoding = Promise.withResolvers<void>();
  const started: (() => void)[] = [];
  const node = { connect: () => undefined };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [] } });
      createGain = () => node;
      createBufferSource() {
        let end = (): void => undefined;
        return {
          ...node,
          addEventListener: (_name: string, listener: () => void) => void (end = listener),
          start: () => started.push(end),
          stop: () => end(),
        };
      }
      async resume(): Promise<void> {}
      decodeAudioData(): Promise<{ duration: number }> {
        decoding.resolve();
        return decoded.promise;
      }
    },
  );
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(8)));
  const bridge = { call: async () => ({ url: 'http://127.0.0.1/' }) } as unknown as Bridge<Ipc>;
  const store = createTalkStore(bridge);
  store.getState().setSources({ microphone: null, voice: null });
  store.getState().setScript('One sentence.');
  const spoken = store.getState().speak();
  return { store, spoken, started, decoding: decoding.promise, decode: decoded.resolve };
}

it('speaks a sentence until it has ended', async () => {
  const { store, spoken, started, decoding, decode } = openStore();
  await decoding;
  decode({ duration: 1 });
  await expect.poll(() => started.length).toBe(1);
  expect(store.getState().isSpeaking).toBe(true);
  started[0]?.();
  await spoken;
  expect(store.getState().isSpeaking).toBe(false);
});

it('speaks nothing that is stopped while it is decoded', async () => {
  const { store, spoken, started, decoding, decode } = openStore();
  await decoding;
  store.getState().stop();
  decode({ duration: 1 });
  await spoken;
  expect(started).toEqual([]);
  expect(store.getState().isSpeaking).toBe(false);
});
