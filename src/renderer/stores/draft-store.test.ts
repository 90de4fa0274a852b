import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { createDraftStore, isFilled } from './draft-store.ts';
import { createViewStore, toStoredText } from './view-store.ts';

const video: ChosenFile = {
  id: 'v',
  name: 'v.mp4',
  kind: 'video',
  sizeBytes: 1,
  url: 'media/x/v.mp4',
  hasConsent: false,
};
const place = { field: 'video_key', kind: 'video' as const, most: 1 };
const list = { field: 'video_keys', kind: 'video' as const, most: 3 };

/** A draft whose files and answers the test decides on. */
function openDraft(files: readonly ChosenFile[], answer: (name: string) => unknown) {
  const left = [...files];
  const sent: unknown[] = [];
  const bridge = {
    call: async (name: string, input: unknown) => {
      sent.push(input);
      return answer(name);
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const facts = { size: { widthPx: 64, heightPx: 48 }, durationMs: 2000 };
  const draft = createDraftStore({
    bridge,
    addFile: async () => left.shift()!,
    readFacts: async () => facts,
  });
  return { draft, sent, facts };
}

const drop = {} as File;

it('puts a file into its place with what is known of it', async () => {
  const { draft, facts } = openDraft([video], () => ({ isChecked: true }));
  await draft.getState().setFiles(place, [drop]);
  expect(draft.getState().slots['video_key']).toEqual([{ file: video, facts, check: 'good' }]);
});

it('keeps a file that the service refuses, with the reason', async () => {
  const refusal = new AppError('unsupported_format', 'Not a video.');
  const { draft } = openDraft([video], () => {
    throw refusal;
  });
  await draft.getState().setFiles(place, [drop]);
  expect(draft.getState().slots['video_key']).toMatchObject([{ file: video, check: refusal }]);
});

it('does not take a file of another kind', async () => {
  const { draft } = openDraft([{ ...video, kind: 'image' }], () => ({ isChecked: true }));
  await draft.getState().setFiles(place, [drop]);
  const slot = draft.getState().slots['video_key']![0]!;
  expect(isFilled(slot)).toBe(false);
  expect(slot).toMatchObject({ code: 'unsupported_format', details: { wanted: 'video' } });
});

it('does not give a file the outcome of the one before it', async () => {
  const first = Promise.withResolvers<unknown>();
  const answers = [first.promise, Promise.resolve({ isChecked: true })];
  const { draft } = openDraft([video, { ...video, id: 'w' }], () => answers.shift());
  const early = draft.getState().setFiles(place, [drop]);
  await draft.getState().setFiles(place, [drop]);
  first.reject(new AppError('unsupported_format', 'Not a video.'));
  await early;
  expect(draft.getState().slots['video_key']).toMatchObject([{ file: { id: 'w' }, check: 'good' }]);
});

it('takes a recording in as it takes a file', async () => {
  const recording: ChosenFile = { ...video, id: 'r', kind: 'audio', name: 'r.wav' };
  const { draft } = openDraft([], () => ({ isChecked: true }));
  await draft
    .getState()
    .setChosenFile({ field: 'voice_sample_key', kind: 'audio', most: 1 }, recording);
  expect(draft.getState().slots['voice_sample_key']).toMatchObject([
    { file: recording, check: 'good' },
  ]);
});

it('sends the files of the form alone, with its settings', async () => {
  const { draft, sent } = openDraft([video], () => ({ isChecked: true }));
  await draft.getState().setFiles(place, [drop]);
  draft.getState().setOption('max_duration_sec', 5);
  const { options } = draft.getState();
  const order = { fields: ['video_key', 'face_key'], options, holdUsd: 0, expectedMs: 2000 };
  await draft.getState().submit(order);
  expect(sent.at(-1)).toMatchObject({
    feature: 'face_swap',
    inputs: [{ field: 'video_key', fileId: 'v' }],
    options: { max_duration_sec: 5 },
  });
  draft.getState().setOption('max_duration_sec', null);
  expect(draft.getState().options).toEqual({});
});

it('fills a list in the order of the drop, up to its end, and moves and removes single files', async () => {
  const files = ['a', 'b', 'c'].map((id) => ({ ...video, id }));
  const { draft, sent } = openDraft(files, () => ({ isChecked: true }));
  const ids = () =>
    draft.getState().slots['video_keys']!.map((slot) => (isFilled(slot) ? slot.file.id : null));
  await draft.getState().setFiles(list, [drop]);
  await draft.getState().setFiles(list, [drop, drop, drop, drop]);
  expect(ids()).toEqual(['a', 'b', 'c', null]);
  expect(draft.getState().slots['video_keys']![3]).toMatchObject({ details: { most: 3 } });
  draft.getState().move('video_keys', 2, 0);
  draft.getState().remove('video_keys', 1);
  // What was said of those that did not fit is over with the first that goes.
  expect(ids()).toEqual(['c', 'b']);
  const order = { fields: ['video_keys'], options: {}, holdUsd: 0, expectedMs: null };
  await draft.getState().submit(order);
  expect(sent.at(-1)).toMatchObject({
    inputs: [
      { field: 'video_keys', fileId: 'c' },
      { field: 'video_keys', fileId: 'b' },
    ],
  });
});

it('starts with the defaults again when a job was sent or another form was opened', async () => {
  const { draft } = openDraft([], () => ({}));
  draft.getState().setOption('script', 'Good morning.');
  draft.getState().setSetting('max_duration_sec', 5);
  draft.getState().choose('face_swap');
  expect(draft.getState().settings).toEqual({ max_duration_sec: 5 });
  draft.getState().choose('text_to_speech');
  expect(draft.getState()).toMatchObject({ settings: {}, options: { script: 'Good morning.' } });
  draft.getState().setSetting('speed', 2);
  await draft.getState().submit({ fields: [], options: {}, holdUsd: 0, expectedMs: null });
  expect(draft.getState()).toMatchObject({ settings: {}, options: { script: 'Good morning.' } });
});

it('goes on with what was typed before the page was loaded anew', () => {
  const options = { script: 'Once upon a time.', voice_id: 'en-rowan' };
  const view = createViewStore(null);
  view.getState().storeDraft({ feature: 'text_to_speech', options, settings: {} });
  const { jobDraft } = createViewStore(toStoredText(view.getState())).getState();
  const needs = {
    bridge: { on: () => () => undefined } as unknown as Bridge<Ipc>,
    addFile: async () => video,
    readFacts: async () => null,
  };
  const { feature, options: kept } = createDraftStore(needs, jobDraft).getState();
  expect([feature, kept]).toEqual(['text_to_speech', options]);
  const unknown = { feature: 'time_travel', options, settings: {} };
  expect(createDraftStore(needs, unknown).getState()).toMatchObject({ options: {} });
});
