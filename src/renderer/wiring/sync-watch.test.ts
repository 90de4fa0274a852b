import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { WatchState } from '../../contract/ipc/watch.ts';
import type { App } from '../app/app-context.ts';
import { createText } from '../i18n/text.ts';
import { createDraftStore } from '../stores/draft-store.ts';
import { createViewStore } from '../stores/view-store.ts';
import { createWatchStore } from '../stores/watch-store.ts';
import { syncWatch } from './sync-watch.ts';

const toVideo = (id: string): ChosenFile => ({
  id,
  name: `${id}.mp4`,
  kind: 'video',
  sizeBytes: 1,
  url: `media/x/${id}.mp4`,
  hasConsent: false,
});
const toImage = (id: string): ChosenFile => ({ ...toVideo(id), kind: 'image', name: `${id}.jpg` });

const still: WatchState = {
  isOn: true,
  folder: '/clips',
  isThere: true,
  action: 'draft',
  setup: null,
  taken: 0,
  waiting: 0,
  asks: null,
  refused: null,
};

/** A page with a main whose folder contains the test's files. */
function openPage(beforeCheck: (id: string) => Promise<void> = async () => undefined) {
  const waiting: ChosenFile[] = [];
  const notified: { readonly title: string; readonly text?: string | undefined }[] = [];
  const failed: unknown[] = [];
  let tell: (state: WatchState) => void = () => undefined;
  const describe = (): WatchState => ({ ...still, waiting: waiting.length });
  const answers: Record<string, (input: { readonly id: string }) => unknown> = {
    'watch.read': describe,
    'watch.take': () => {
      const files = waiting.splice(0);
      tell(describe());
      return { files };
    },
    'files.check': async ({ id }) => {
      await beforeCheck(id);
      return { isChecked: true };
    },
    'files.inspect': () => {
      throw new AppError('service_unreachable', 'It does not run.');
    },
  };
  const bridge = {
    call: async (name: string, input: { readonly id: string }) => answers[name]?.(input),
    on: (_name: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Bridge<Ipc>;
  const draft = createDraftStore({
    bridge,
    addFile: () => Promise.reject(new Error('There is no file.')),
    readFacts: async () => null,
    drawThumb: async () => null,
  });
  syncWatch({
    bridge,
    watch: createWatchStore(bridge),
    draft,
    view: createViewStore(null),
    text: () => createText('en'),
    notify: (toast: (typeof notified)[number]) => {
      notified.push(toast);
      return () => undefined;
    },
    attempt: async (action: () => Promise<void>) => {
      try {
        await action();
        return true;
      } catch (error) {
        failed.push(error);
        return false;
      }
    },
  } as unknown as App);
  return {
    draft,
    notified,
    failed,
    put: (files: readonly ChosenFile[], change: Partial<WatchState> = {}) => {
      waiting.push(...files);
      tell({ ...describe(), ...change });
    },
    idsIn: (field: string) =>
      (draft.getState().slots[field] ?? []).map(
        ({ file }: { readonly file: ChosenFile }) => file.id,
      ),
  };
}

it('takes what came to rest while the files before it were looked at', async () => {
  const looking = Promise.withResolvers<undefined>();
  const page = openPage((id) => (id === 'one' ? looking.promise : Promise.resolve()));
  page.put([toVideo('one')]);
  await expect.poll(() => page.idsIn('video_key')).toEqual(['one']);
  page.put([toVideo('two')]);
  looking.resolve(undefined);
  await expect.poll(() => page.idsIn('video_key')).toEqual(['one', 'two']);
});

it('goes on after files that do not fit, and names each of them', async () => {
  const page = openPage();
  const many = Array.from({ length: 400 }, (_, index) => toVideo(`v${index}`));
  page.put([...many, toImage('photo')]);
  await expect.poll(() => page.idsIn('face_key')).toEqual(['photo']);
  const there = page.idsIn('video_key');
  expect(there.length).toBeGreaterThan(0);
  expect(there.length).toBeLessThan(many.length);
  const refused = page.draft.getState().refusals['video_key'] ?? [];
  expect(refused.map(({ name }) => name)).toEqual(many.slice(there.length).map(({ name }) => name));
  expect(page.failed).toEqual([]);
});

it('says why files wait although jobs were to be made', async () => {
  const page = openPage();
  page.put([toVideo('one')], { asks: 'costs' });
  await expect.poll(() => page.notified).toHaveLength(1);
  expect(page.notified[0]?.text).toBe(createText('en').t('watch.found_costs'));
});
