import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { PersonData } from '../../contract/ipc/persons.ts';
import { createPersonsStore } from './persons-store.ts';

const id = 'a'.repeat(64);
const belongings: PersonData = {
  persons: [
    {
      id,
      part: 'face',
      name: 'lisa',
      kind: 'image',
      url: null,
      agreedAtMs: 1,
      jobs: 1,
      characters: 0,
    },
  ],
  results: 1,
  thumbnails: 1,
  characters: 0,
  recordings: 0,
  captures: 0,
  running: 0,
  setAside: 0,
  isOnAir: false,
  locations: [],
};
const outcome = { waiting: { services: [], paths: [] }, outOfReach: 0 };

/** Main with its replies, and its recorded calls. */
function openMain(answer: () => Promise<unknown> = async () => outcome) {
  const requested: unknown[] = [];
  const bridge = {
    call: async (name: string, input: unknown) => {
      requested.push([name, input]);
      return name === 'persons.survey' ? belongings : answer();
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  return { requested, store: createPersonsStore(bridge) };
}

describe('the question about a person', () => {
  it('asks first, deletes after the answer, and reports the outcome', async () => {
    const { requested, store } = openMain();
    await store.getState().remove();
    expect(requested).toEqual([]);
    await store.getState().ask({ kind: 'job', id: 'j' });
    expect(store.getState().question).toEqual({ phase: 'asking', belongings, error: null });
    await Promise.all([store.getState().remove(), store.getState().remove()]);
    expect(requested).toEqual([
      ['persons.survey', { of: { kind: 'job', id: 'j' } }],
      ['persons.delete', { ids: [id] }],
    ]);
    expect(store.getState().question).toEqual({ phase: 'done', belongings, outcome });
    expect(store.getState().deletions).toBe(1);
    store.getState().close();
    expect(store.getState().question).toEqual({ phase: 'closed' });
  });

  it('stays open while it deletes, and keeps the question when that fails', async () => {
    const held = Promise.withResolvers<unknown>();
    const { store } = openMain(() => held.promise);
    await store.getState().ask({ kind: 'person', id });
    const removing = store.getState().remove();
    store.getState().close();
    expect(store.getState().question.phase).toBe('deleting');
    const error = new AppError('storage_failed', 'The disk is full.');
    held.reject(error);
    await removing;
    expect(store.getState().question).toEqual({ phase: 'asking', belongings, error });
  });
});
