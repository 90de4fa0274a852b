import { expect, it } from 'vitest';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import { type ChosenFile, mediaKindSchema } from '../../../contract/ipc/files.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { createDraftStore } from '../../stores/draft-store.ts';
import { createViewStore } from '../../stores/view-store.ts';
import { editAsNew } from '../edit-as-new.ts';
import { listInputTargets, putResultInto } from './result-input.ts';

const video: ChosenFile = {
  id: 'v',
  name: 'v.mp4',
  kind: 'video',
  sizeBytes: 1,
  url: 'media/x/v.mp4',
  hasConsent: false,
};

/** A page on its first screen, with replies of main. */
function openPage(answers: Readonly<Record<string, unknown>>, readFacts = async () => null) {
  const bridge = {
    call: async (name: string) => answers[name] ?? { isChecked: true },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const failures: unknown[] = [];
  return {
    bridge,
    draft: createDraftStore({
      bridge,
      addFile: async () => video,
      readFacts,
      drawThumb: async () => null,
    }),
    view: createViewStore(null),
    failures,
    attempt: async (action: () => Promise<void>) => {
      try {
        await action();
        return true;
      } catch (error) {
        failures.push(error);
        return false;
      }
    },
  };
}

it('reports an error in loading the files of an edited job', async () => {
  const failure = new Error('The page cannot look at it.');
  const inputs = [{ field: 'video_key', file: video }];
  const page = openPage(
    { 'jobs.edit': { feature: 'face_swap', options: {}, inputs } },
    async () => {
      throw failure;
    },
  );
  await editAsNew(page, 'job');
  expect(page.view.getState().screen).toBe('create');
  await expect.poll(() => page.failures).toEqual([failure]);
});

const targets = mediaKindSchema.options.flatMap((kind) =>
  listInputTargets(kind).map((target) => ({ kind, target })),
);

it('a result takes the place of the file that lay in a form', async () => {
  const { kind, target } = targets.find(({ target: { field } }) => field.control === 'file')!;
  const answers: Record<string, unknown> = {};
  const page = openPage(answers);
  for (const id of ['a', 'b']) {
    answers['files.use_result'] = { ...video, kind, id };
    await putResultInto(page, 'job', target);
  }
  const there = page.draft.getState().slots[target.field.field] ?? [];
  expect(there.map(({ file }) => file.id)).toEqual(['b']);
});

it('a result comes behind the files of a list, and is refused before the page where it is full', async () => {
  const { kind, target: single } = targets[0]!;
  const max = 3;
  const field = { ...single.field, control: 'files', min: 1, max } as const;
  const target = { ...single, field };
  const answers: Record<string, unknown> = {};
  const page = openPage(answers);
  const ids = Array.from({ length: max }, (_, index) => `file ${index}`);
  for (const id of ids) {
    answers['files.use_result'] = { ...video, kind, id };
    await putResultInto(page, 'job', target);
  }
  const idsThere = () =>
    (page.draft.getState().slots[field.field] ?? []).map(({ file }) => file.id);
  expect(idsThere()).toEqual(ids);
  page.view.getState().goTo('history');
  await expect(putResultInto(page, 'job', target)).rejects.toMatchObject({ details: { max } });
  expect(page.view.getState().screen).toBe('history');
  expect(idsThere()).toEqual(ids);
});
