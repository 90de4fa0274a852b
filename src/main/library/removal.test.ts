import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryUndoMs } from '../../contract/ipc/library.ts';
import type { LibraryEntry } from './library-entry.ts';
import { Removal } from './removal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives an item that was restored and removed again its whole time', async () => {
  const erased: string[] = [];
  const removal = new Removal({
    hide: () => undefined,
    erase: async (entries) => void erased.push(...entries.map(({ id }) => id)),
    onFailure: () => expect.unreachable(),
  });
  const entries = [{ id: 'a' }, { id: 'b' }] as unknown as LibraryEntry[];
  removal.add(entries);
  await vi.advanceTimersByTimeAsync(libraryUndoMs / 2);
  removal.restore(['a']);
  removal.add(entries.slice(0, 1));
  await vi.advanceTimersByTimeAsync(libraryUndoMs / 2);
  expect(erased).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(libraryUndoMs / 2);
  expect(erased).toEqual(['b', 'a']);
});
