import { expect, it, vi } from 'vitest';
import { AppError } from '../../../base/errors.ts';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { createCapturesStore } from './captures-store.ts';

it('tells why a snapshot failed, also when its file cannot be dropped', async () => {
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext(): null {
        return null;
      }
      async convertToBlob(): Promise<Blob> {
        return new Blob(['picture']);
      }
    },
  );
  const store = createCapturesStore({
    call: async (name: string) => {
      if (name === 'captures.begin') {
        return { id: '1', name: '1.png' };
      }
      throw name === 'captures.drop'
        ? new AppError('not_found', 'There is no open file of this id.')
        : new AppError('storage_failed', 'The disk is full.');
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>);
  const video = { videoWidth: 64, videoHeight: 64 } as HTMLVideoElement;
  await expect(store.getState().snap(video)).rejects.toMatchObject({ code: 'storage_failed' });
});

it('records nothing when it is stopped before its file is there', async () => {
  const begun = Promise.withResolvers<{ id: string; name: string }>();
  const called: string[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        called.push('recorder');
      }
      addEventListener(): void {}
      postMessage(): void {}
    },
  );
  vi.stubGlobal('window', {
    MediaStreamTrackProcessor: class {
      readable = null;
    },
  });
  const store = createCapturesStore({
    call: async (name: string) => {
      called.push(name);
      return name === 'captures.begin' ? begun.promise : null;
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>);
  const track = { clone: () => track } as unknown as MediaStreamTrack;
  const source = { track, fps: 30, syncSound: () => () => undefined };
  const recorded = store.getState().record(source, () => undefined);
  expect(store.getState().recording).toEqual({ phase: 'opening' });
  expect(await store.getState().stop()).toBeNull(); // As at the end of a session.
  begun.resolve({ id: '1', name: '1.mp4' });
  await recorded;
  expect(store.getState().recording).toBeNull();
  expect(called).toEqual(['captures.begin', 'captures.drop']);
});
