import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { createConversionStore, findTarget } from './conversion-store.ts';

const targets = [
  { id: 'clear-host', name: 'Clear host', description: 'Clear.', kind: 'built_in' },
  { id: 'rvc:anna', name: 'Anna', description: 'RVC.', kind: 'slow_model' },
];
const result = { id: '1', url: 'media/1', durationMs: 900, sampleRateHz: 16_000 };
const talk: ChosenFile = {
  id: 'f',
  name: 'talk.wav',
  kind: 'audio',
  sizeBytes: 9,
  url: 'media/f',
  hasConsent: false,
};

/** A store whose replies the test sets, and its recorded calls. */
function open(answer: (name: string) => unknown, file: ChosenFile = talk) {
  const requested: (readonly [string, unknown])[] = [];
  let tell: (payload: { readonly fraction: number }) => void = () => undefined;
  const bridge = {
    call: async (name: string, input: unknown) => {
      requested.push([name, input]);
      return name === 'conversions.targets' ? targets : answer(name);
    },
    on: (_name: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Bridge<Ipc>;
  const store = createConversionStore({
    bridge,
    addFile: async () => file,
    readFacts: async () => ({ size: null, durationMs: 2500 }),
  });
  return {
    store,
    requested,
    tell: (fraction: number) => tell({ fraction }),
    get: store.getState,
  };
}

const dropped = {} as File;

it('opens with a file that was dropped, its length and the first voice', async () => {
  const { get } = open(() => null);
  await get().open(dropped);
  expect(get()).toMatchObject({
    isOpen: true,
    recording: { file: talk, durationMs: 2500 },
    work: { kind: 'idle' },
  });
  expect(findTarget(get())?.id).toBe('clear-host');
});

it('converts, tells how far it is, and moves the pitch of models alone', async () => {
  const answered = Promise.withResolvers<unknown>();
  const { get, requested, tell } = open(() => answered.promise);
  await get().open(dropped);
  get().choose({ transpose: 12 });
  const converting = get().convert();
  tell(0.4);
  expect(get().work).toEqual({ kind: 'running', fraction: 0.4 });
  answered.resolve(result);
  await converting;
  expect(get().work).toEqual({ kind: 'done', target: targets[0], result });
  get().choose({ voiceId: 'rvc:anna' });
  await get().convert();
  const questions = requested.filter(([name]) => name === 'conversions.convert');
  expect(questions.map(([, input]) => input)).toEqual([
    { fileId: 'f', voiceId: 'clear-host', transpose: 0 },
    { fileId: 'f', voiceId: 'rvc:anna', transpose: 12 },
  ]);
});

it('is idle at once when it is cancelled, and ignores later replies', async () => {
  const answered = Promise.withResolvers<unknown>();
  const { get, requested, tell } = open((name) =>
    name === 'conversions.convert' ? answered.promise : null,
  );
  await get().open(dropped);
  const converting = get().convert();
  await get().cancel();
  expect(requested.at(-1)?.[0]).toBe('conversions.cancel');
  tell(0.9);
  answered.reject(new AppError('cancelled', 'It was cancelled.'));
  await converting;
  expect(get().work).toEqual({ kind: 'idle' });
});

it('keeps why a recording was refused until something else is chosen', async () => {
  const error = new AppError('invalid_input', 'Nobody.', { details: { reason: 'no_speech' } });
  const { get } = open(() => {
    throw error;
  });
  await get().open(dropped);
  await get().convert();
  expect(get().work).toEqual({ kind: 'failed', error });
  get().choose({ voiceId: 'rvc:anna' });
  expect(get().work).toEqual({ kind: 'idle' });
});

it('takes no picture', async () => {
  const { get, requested } = open(() => null, { ...talk, kind: 'image' });
  await get().open(dropped);
  expect(get().recording).toMatchObject({ code: 'unsupported_format' });
  await get().convert();
  expect(requested.map(([name]) => name)).toEqual(['conversions.targets']);
});

it('tells whether a copy was saved', async () => {
  const paths: (string | null)[] = [null, '/home/me/talk.wav'];
  const { get } = open((name) =>
    name === 'conversions.save_as' ? { path: paths.shift() ?? null } : result,
  );
  expect(await get().saveAs()).toBe(false);
  await get().open(dropped);
  await get().convert();
  expect(await get().saveAs()).toBe(false);
  expect(await get().saveAs()).toBe(true);
});
