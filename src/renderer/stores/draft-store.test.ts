import { expect, it, vi } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { NO_FIELD } from './draft-files.ts';
import { createDraftStore } from './draft-store.ts';
import { createViewStore, toStoredText } from './view-store.ts';

const video: ChosenFile = {
  id: 'v',
  name: 'v.mp4',
  kind: 'video',
  sizeBytes: 1,
  url: 'media/x/v.mp4',
  hasConsent: false,
};
const image: ChosenFile = { ...video, id: 'i', kind: 'image', name: 'i.jpg' };
const target = { field: 'video_key', kind: 'video' as const, max: 3, isList: false, aim: null };
const face = { field: 'face_key', kind: 'image' as const, max: 3, isList: false, aim: null };
const list = { field: 'video_keys', kind: 'video' as const, max: 3, isList: true, aim: null };

/** A draft whose files and answers the test decides on. */
function openDraft(
  files: readonly (ChosenFile | AppError)[],
  answer: (name: string, input: unknown) => unknown,
) {
  const left = [...files];
  const sent: unknown[] = [];
  const bridge = {
    call: async (name: string, input: unknown) => {
      sent.push(input);
      return answer(name, input);
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const facts = { size: { widthPx: 64, heightPx: 48 }, durationMs: 2000 };
  const draft = createDraftStore({
    bridge,
    addFile: async () => {
      const file = left.shift()!;
      if (file instanceof AppError) {
        throw file;
      }
      return file;
    },
    readFacts: async () => facts,
    drawThumb: async () => new Uint8Array([255, 216]),
  });
  return { draft, sent, facts };
}

const drop = { name: 'dropped.mp4', size: 7 } as File;
const good = () => ({ isChecked: true });
const idsIn = (draft: ReturnType<typeof openDraft>['draft'], field: string) =>
  (draft.getState().slots[field] ?? []).map(({ file }) => file.id);

it('puts a file into its field with the known facts', async () => {
  const { draft, facts } = openDraft([video], () => ({ isChecked: true }));
  await draft.getState().setFiles(target, [drop]);
  expect(draft.getState().slots['video_key']).toEqual([
    {
      file: video,
      facts,
      thumbUrl: 'data:image/jpeg;base64,/9g=',
      check: 'good',
      seen: null,
      seenAs: null,
      person: 1,
      joints: null,
    },
  ]);
});

it('keeps a file that the service refuses, with the reason', async () => {
  const refusal = new AppError('unsupported_format', 'Not a video.');
  const { draft } = openDraft([video], () => {
    throw refusal;
  });
  await draft.getState().setFiles(target, [drop]);
  expect(draft.getState().slots['video_key']).toMatchObject([{ file: video, check: refusal }]);
});

it('does not take a file of another kind, and keeps the good one that lies there', async () => {
  const { draft } = openDraft([video, image], good);
  await draft.getState().setFiles(target, [drop]);
  await draft.getState().setFiles(target, [drop]);
  expect(idsIn(draft, 'video_key')).toEqual(['v']);
  expect(draft.getState().refusals['video_key']).toMatchObject([
    { name: 'dropped.mp4', sizeBytes: 7, error: { details: { wanted: 'video' } } },
  ]);
});

it('keeps the good file when the one that was to take its place cannot be read, or is damaged', async () => {
  const tooLarge = new AppError('input_too_large', 'Too large.', {
    details: { reason: 'file_too_large', max_mb: 500 },
  });
  const damaged = new AppError('unsupported_format', 'Damaged.');
  const { draft } = openDraft([video, tooLarge, { ...video, id: 'w' }], (_, input) => {
    if ((input as { readonly id: string }).id === 'w') {
      throw damaged;
    }
    return good();
  });
  await draft.getState().setFiles(target, [drop]);
  await draft.getState().setFiles(target, [drop]);
  expect(draft.getState().refusals['video_key']).toMatchObject([{ error: tooLarge }]);
  await draft.getState().setFiles(target, [drop]);
  expect(draft.getState().slots['video_key']).toMatchObject([{ file: { id: 'v' }, check: 'good' }]);
  expect(draft.getState().refusals['video_key']).toMatchObject([{ error: damaged }]);
});

it('keeps the good photo when the one that was to take its place shows no face', async () => {
  const faces = { ...face, aim: 'face' as const };
  const seen = { kind: 'faces', frames: 1, framesWithFace: 1, count: 1, faces: [] };
  const { draft } = openDraft([image, { ...image, id: 'j' }], (name, input) => {
    const { id } = input as { readonly id: string };
    return name === 'files.inspect' ? { ...seen, count: id === 'i' ? 1 : 0 } : good();
  });
  await draft.getState().setFiles(faces, [drop]);
  await draft.getState().setFiles(faces, [drop]);
  expect(draft.getState().slots['face_key']).toMatchObject([
    { file: { id: 'i' }, check: 'good', seen: { count: 1 } },
  ]);
  expect(draft.getState().refusals['face_key']).toMatchObject([
    { error: { code: 'face_not_detected' } },
  ]);
});

it('keeps a drawing without a detected person, and inspects it again with joints that were set by hand', async () => {
  const requested: unknown[] = [];
  const nobody = { kind: 'bodies', frames: 1, framesWithBody: 0, turnedFrames: 0, count: 0 };
  const { draft } = openDraft([image, { ...image, id: 'j' }], (name, input) => {
    if (name !== 'files.inspect') {
      return good();
    }
    requested.push(input);
    const isFound =
      (input as { readonly id: string }).id === 'i' || Object.hasOwn(Object(input), 'joints');
    return { ...nobody, body: null, count: isFound ? 1 : 0 };
  });
  const bodies = { ...face, aim: 'body' as const };
  await draft.getState().setFiles(bodies, [drop]);
  await draft.getState().setFiles(bodies, [drop]);
  // A refused image stays in the form, because it may be a drawing.
  expect(draft.getState().slots['face_key']).toMatchObject([
    { file: { id: 'j' }, check: { code: 'invalid_input' }, seen: { count: 0 }, joints: null },
  ]);
  const file = { ...image, id: 'j' };
  await draft.getState().placeJoints(bodies, file, 'some');
  expect(draft.getState().slots['face_key']).toMatchObject([
    { check: 'good', seen: { count: 1 }, joints: 'some' },
  ]);
  await draft.getState().placeJoints(bodies, file, null);
  expect(draft.getState().slots['face_key']).toMatchObject([
    { check: { code: 'invalid_input' }, joints: null },
  ]);
  expect(requested).toEqual([
    { id: 'i', aim: 'body' },
    { id: 'j', aim: 'body' },
    { id: 'j', aim: 'body', joints: 'some' },
    { id: 'j', aim: 'body' },
  ]);
});

it('inspects again for another form, and names the face that it uses', async () => {
  const requested: unknown[] = [];
  const { draft } = openDraft([image], (name, input) => {
    if (name === 'files.inspect') {
      requested.push((input as { readonly aim: string }).aim);
      return { kind: 'faces', frames: 1, framesWithFace: 1, count: 1, faces: [] };
    }
    return good();
  });
  const as = (aim: 'face' | 'head') => ({ ...face, aim });
  await draft.getState().setFiles(as('face'), [drop]);
  await draft.getState().inspectAgain([as('face')]);
  await draft.getState().inspectAgain([as('head')]);
  expect(requested).toEqual(['face', 'head']);
  expect(draft.getState().slots['face_key']).toMatchObject([{ check: 'good', seenAs: 'head' }]);
});

it('does not call a file good that could not be inspected', async () => {
  const { draft } = openDraft([image], (name) => {
    if (name === 'files.inspect') {
      throw new AppError('service_unreachable', 'It does not run.');
    }
    return good();
  });
  await draft.getState().setFiles({ ...face, aim: 'face' }, [drop]);
  expect(draft.getState().slots['face_key']).toMatchObject([{ check: 'later', seen: null }]);
});

it('puts every file of a drop into a field of its kind, and names those that fit nowhere', async () => {
  const song: ChosenFile = { ...video, id: 's', kind: 'audio', name: 's.wav' };
  const files = [video, image, { ...video, id: 'w' }, song, { ...image, id: 'j' }];
  const { draft } = openDraft(files, good);
  await draft.getState().addAnywhere([target, face], [drop, drop, drop, drop, drop]);
  expect(idsIn(draft, 'video_key')).toEqual(['v', 'w']);
  expect(idsIn(draft, 'face_key')).toEqual(['i', 'j']);
  expect(draft.getState().refusals[NO_FIELD]).toMatchObject([
    { error: { details: { is: 'audio', wanted: null } } },
  ]);
});

it('adds several files to a place of one, and lets a single one take the place of a single one', async () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...video, id }));
  const { draft } = openDraft(files, good);
  await draft.getState().setFiles(target, [drop]);
  await draft.getState().setFiles(target, [drop]);
  expect(idsIn(draft, 'video_key')).toEqual(['b']);
  await draft.getState().setFiles(target, [drop, drop, drop]);
  expect(idsIn(draft, 'video_key')).toEqual(['b', 'c', 'd']);
  expect(draft.getState().refusals['video_key']).toMatchObject([
    { error: { details: { max: 3 } } },
  ]);
});

it('does not give a file the outcome of the one before it', async () => {
  const first = Promise.withResolvers<unknown>();
  const answers = [first.promise, Promise.resolve({ isChecked: true })];
  const { draft } = openDraft([video, { ...video, id: 'w' }], () => answers.shift());
  const early = draft.getState().setFiles(target, [drop]);
  await draft.getState().setFiles(target, [drop]);
  first.reject(new AppError('unsupported_format', 'Not a video.'));
  await early;
  expect(draft.getState().slots['video_key']).toMatchObject([{ file: { id: 'w' }, check: 'good' }]);
});

it('does not inspect files that were removed before their turn', async () => {
  const first = Promise.withResolvers<unknown>();
  const seen = { kind: 'faces', frames: 1, framesWithFace: 1, count: 1, faces: [] };
  const looked: string[] = [];
  const files = ['a', 'b', 'c'].map((id) => ({ ...video, id }));
  const { draft } = openDraft(files, (name, input) => {
    if (name !== 'files.inspect') {
      return good();
    }
    const { id } = input as { readonly id: string };
    looked.push(id);
    return id === 'a' ? first.promise : seen;
  });
  const aimed = { ...target, aim: 'face' as const };
  const taken = draft.getState().setFiles(aimed, [drop, drop, drop]);
  await vi.waitFor(() => expect(looked).toEqual(['a']), { timeout: 20_000 });
  draft.getState().drop(['b']);
  first.resolve(seen);
  await taken;
  expect(looked).toEqual(['a', 'c']);
  expect(draft.getState().slots['video_key']).toMatchObject([{ check: 'good' }, { check: 'good' }]);
});

it('goes on with a file that comes back to its place before it was looked at', async () => {
  const [first, second] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const damaged = new AppError('unsupported_format', 'Damaged.');
  const answers = [first.promise, second.promise, good()];
  const { draft } = openDraft([video, { ...video, id: 'w' }], () => answers.shift());
  const early = draft.getState().setFiles(target, [drop]);
  const late = draft.getState().setFiles(target, [drop]);
  await vi.waitFor(() => expect(idsIn(draft, 'video_key')).toEqual(['w']), { timeout: 20_000 });
  first.resolve(good());
  await early;
  second.reject(damaged);
  await late;
  expect(draft.getState().slots['video_key']).toMatchObject([{ file: { id: 'v' }, check: 'good' }]);
  expect(draft.getState().refusals['video_key']).toMatchObject([{ error: damaged }]);
});

it('takes a recording in as it takes a file', async () => {
  const recording: ChosenFile = { ...video, id: 'r', kind: 'audio', name: 'r.wav' };
  const { draft } = openDraft([], () => ({ isChecked: true }));
  await draft
    .getState()
    .setChosenFile(
      { field: 'voice_sample_key', kind: 'audio', max: 3, isList: false, aim: null },
      recording,
    );
  expect(draft.getState().slots['voice_sample_key']).toMatchObject([
    { file: recording, check: 'good' },
  ]);
});

it('accepts the fitting files of main, and names the others with the reason', async () => {
  const { draft } = openDraft([], good);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const song: ChosenFile = { ...video, id: 's', kind: 'audio', name: 's.wav' };
  const files = [...ids.map((id) => ({ ...video, id, name: id })), song, image];
  await draft.getState().addChosen([target, face], files);
  expect(idsIn(draft, 'video_key')).toEqual(['a', 'b', 'c']);
  expect(idsIn(draft, 'face_key')).toEqual(['i']);
  expect(draft.getState().refusals['video_key']).toMatchObject([
    { name: 'd', error: { details: { max: 3 } } },
    { name: 'e', error: { details: { max: 3 } } },
  ]);
  expect(draft.getState().refusals[NO_FIELD]).toMatchObject([{ name: 's.wav' }]);
});

const toJob = (...ids: readonly string[]) => ({
  key: ids.join(' '),
  inputs: ids.map((fileId) => ({ field: 'video_key', fileId })),
  own: {},
  holdUsd: 0,
  expectedMs: 2000,
});

it('sends every job of a plan once: after a refusal those that are left', async () => {
  const refusal = new AppError('at_capacity', 'Full.');
  const answers = [{ id: '1' }, refusal, { id: '2' }, { id: '3' }];
  const { draft, sent } = openDraft([], () => {
    const next = answers.shift();
    if (next instanceof AppError) {
      throw next;
    }
    return next;
  });
  const submit = draft.getState().submit({
    options: {},
    jobs: [toJob('a', 'f'), toJob('b', 'f'), toJob('c', 'f')],
  });
  await expect(submit).rejects.toBe(refusal);
  expect([...draft.getState().sent]).toEqual(['a f']);
  // Restoring removed jobs does not restore submitted ones.
  draft.getState().restore();
  expect([...draft.getState().sent]).toEqual(['a f']);
  await draft.getState().submit({ options: {}, jobs: [toJob('b', 'f'), toJob('c', 'f')] });
  const ids = sent.map((input) => (input as ReturnType<typeof toJob>).inputs[0]!.fileId);
  expect(ids).toEqual(['a', 'b', 'b', 'c']);
  expect([...draft.getState().sent]).toEqual([]);
});

it('asks once for the persons of several files', async () => {
  const files = ['a', 'b'].map((id) => ({ ...image, id }));
  const { draft } = openDraft(files, (name, input) => {
    const { id } = input as { readonly id: string };
    return name === 'files.agree' ? { ...image, id, hasConsent: true } : good();
  });
  await draft.getState().setFiles(face, [drop, drop]);
  await draft.getState().agree(['a', 'b']);
  expect(draft.getState().slots['face_key']).toMatchObject([
    { file: { id: 'a', hasConsent: true } },
    { file: { id: 'b', hasConsent: true } },
  ]);
});

it('sends the files of the form alone, with its settings', async () => {
  const { draft, sent } = openDraft([video], () => ({ isChecked: true }));
  await draft.getState().setFiles(target, [drop]);
  draft.getState().setOption('max_duration_sec', 5);
  const { options } = draft.getState();
  await draft.getState().submit({ options, jobs: [{ ...toJob('v'), own: { person: 2 } }] });
  expect(sent.at(-1)).toMatchObject({
    feature: 'face_swap',
    inputs: [{ field: 'video_key', fileId: 'v' }],
    options: { max_duration_sec: 5, person: 2 },
  });
  draft.getState().setOption('max_duration_sec', null);
  expect(draft.getState().options).toEqual({});
});

it('fills a list in the order of the drop, up to its end, and moves and removes single files', async () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...video, id }));
  const { draft } = openDraft(files, good);
  await draft.getState().setFiles(list, [drop]);
  await draft.getState().setFiles(list, [drop, drop, drop, drop]);
  expect(idsIn(draft, 'video_keys')).toEqual(['a', 'b', 'c']);
  expect(draft.getState().refusals['video_keys']).toMatchObject([
    { error: { details: { max: 3 } } },
    { error: { details: { max: 3 } } },
  ]);
  draft.getState().move('video_keys', 2, 0);
  draft.getState().remove('video_keys', 1);
  // Removing a file clears the refusals of those that did not fit.
  expect(idsIn(draft, 'video_keys')).toEqual(['c', 'b']);
  expect(draft.getState().refusals['video_keys']).toEqual([]);
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
  await draft.getState().submit({ options: {}, jobs: [{ ...toJob(), inputs: [] }] });
  expect(draft.getState()).toMatchObject({ settings: {}, options: { script: 'Good morning.' } });
});

it('restores typed values after the page was reloaded', () => {
  const options = { script: 'Once upon a time.', voice_id: 'en-rowan' };
  const view = createViewStore(null);
  view.getState().storeDraft({ feature: 'text_to_speech', options, settings: {} });
  const { jobDraft } = createViewStore(toStoredText(view.getState())).getState();
  const needs = {
    bridge: { on: () => () => undefined } as unknown as Bridge<Ipc>,
    addFile: async () => video,
    readFacts: async () => null,
    drawThumb: async () => null,
  };
  const { feature, options: kept } = createDraftStore(needs, jobDraft).getState();
  expect([feature, kept]).toEqual(['text_to_speech', options]);
  const unknown = { feature: 'time_travel', options, settings: {} };
  expect(createDraftStore(needs, unknown).getState()).toMatchObject({ options: {} });
});

it('keeps the offer of the service in use when the one before answers later', async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()] as const;
  let calls = 0;
  const { draft } = openDraft([], () => answers[calls++ % 2]!.promise);
  const before = draft.getState().loadOffer();
  const current = draft.getState().loadOffer();
  answers[1].resolve({ profileId: 'embedded' });
  await current;
  answers[0].reject(new AppError('service_unreachable', 'It does not answer.'));
  await before;
  expect(draft.getState()).toMatchObject({ offer: { profileId: 'embedded' }, offerError: null });
});

it('takes the values of a preset, and starts the other settings as the form does', () => {
  const { draft } = openDraft([], good);
  draft.getState().setOption('script', 'Good morning.');
  draft.getState().setOption('language', 'de');
  draft.getState().setSetting('max_duration_sec', 5);
  const fields = ['voice_id', 'language', 'max_duration_sec', 'output_resolution_p'];
  draft.getState().applyValues(fields, { voice_id: 'en-rowan', output_resolution_p: 480 });
  expect(draft.getState()).toMatchObject({
    options: { script: 'Good morning.', voice_id: 'en-rowan' },
    settings: { output_resolution_p: 480 },
  });
  expect(draft.getState().options).not.toHaveProperty('language');
  expect(draft.getState().settings).not.toHaveProperty('max_duration_sec');
});
