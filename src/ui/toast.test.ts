import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addToast, createToasts, type Toasts } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const say = (toasts: Toasts, ...titles: readonly string[]): void =>
  titles.forEach((title) => {
    addToast(toasts, { tone: 'good', title, action: { label: 'Show', run: () => undefined } });
  });
const shown = ({ visibleToasts }: Toasts): string[] =>
  visibleToasts.map(({ content }) => content.title).toSorted();

it('shows two at most, and each leaves by itself, also one with a button', () => {
  const toasts = createToasts();
  // The view of a toast starts its timer.
  toasts.subscribe(() => toasts.visibleToasts.forEach(({ timer }) => timer?.resume()));
  say(toasts, 'one', 'two', 'three');
  expect(toasts.visibleToasts).toHaveLength(2);
  vi.advanceTimersByTime(5_999);
  expect(toasts.visibleToasts).toHaveLength(2);
  vi.advanceTimersByTime(6_001);
  expect(toasts.visibleToasts).toEqual([]);
});

it('says the same once', () => {
  const toasts = createToasts();
  say(toasts, 'saved', 'saved', 'failed');
  expect(shown(toasts)).toEqual(['failed', 'saved']);
});
