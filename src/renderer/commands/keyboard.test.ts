import { beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../app/app-context.ts';
import { createViewStore } from '../stores/view-store.ts';
import { listenToKeyboard } from './keyboard.ts';

beforeEach(() => {
  vi.stubGlobal('HTMLElement', EventTarget);
});

/** A window whose keys the test strikes; returns the commands that were run. */
function openKeyboard() {
  const ran: string[] = [];
  const view = createViewStore(null);
  const listeners = new Map<string, (event: object) => void>();
  const commands = [
    { id: 'live.cover', keys: 'F9', run: () => ran.push('cover') },
    { id: 'live.end', keys: 'F7', run: () => ran.push('end') },
  ];
  listenToKeyboard(
    { about: { platform: 'linux' }, view, commands: () => commands } as unknown as App,
    {
      addEventListener: (type: string, listener: (event: object) => void) =>
        listeners.set(type, listener),
    } as unknown as Window,
  );
  const strike = (key: string): void =>
    listeners.get('keydown')?.({
      isTrusted: true,
      key,
      code: key,
      repeat: false,
      target: null,
      getModifierState: () => false,
      preventDefault: () => undefined,
      stopPropagation: () => undefined,
    });
  return { view, ran, strike };
}

it('runs the commands of struck keys', () => {
  const { ran, strike } = openKeyboard();
  strike('F9');
  strike('F7');
  strike('F8');
  expect(ran).toEqual(['cover', 'end']);
});

it('runs only the panic key while it is asked whether to close the window', () => {
  const { view, ran, strike } = openKeyboard();
  view.getState().askClose('live');
  strike('F7');
  strike('F9');
  expect(ran).toEqual(['cover']);
});
