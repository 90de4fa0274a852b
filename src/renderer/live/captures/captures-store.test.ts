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
