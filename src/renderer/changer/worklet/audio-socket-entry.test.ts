import { expect, it, vi } from 'vitest';

type Listener = (event: { readonly data: unknown; readonly ports?: readonly unknown[] }) => void;

it('drops audio while main takes none, and reports it, so that no voice is late or seems to be', async () => {
  const listeners: Listener[] = [];
  const note = (_name: string, listener: Listener): void => void listeners.push(listener);
  /** A connection to main, which takes what the test says. */
  const main = { bufferedAmount: 0, sent: [] as unknown[] };
  vi.stubGlobal('self', { addEventListener: note });
  vi.stubGlobal(
    'WebSocket',
    class {
      static readonly OPEN = 1;
      readyState = 1;
      get bufferedAmount(): number {
        return main.bufferedAmount;
      }
      addEventListener(): void {}
      send(samples: unknown): void {
        main.sent.push(samples);
      }
    },
  );
  await import('./audio-socket-entry.ts');
  const reported: unknown[] = [];
  const postMessage = (message: unknown): void => void reported.push(message);
  const line = { addEventListener: note, start: () => undefined, postMessage };
  listeners[0]?.({ data: { url: 'ws://127.0.0.1/' }, ports: [line] });
  const [first, stale, fresh] = [new Int16Array(1), new Int16Array(2), new Int16Array(3)];
  listeners[1]?.({ data: first });
  main.bufferedAmount = 32_000;
  listeners[1]?.({ data: stale });
  main.bufferedAmount = 0;
  listeners[1]?.({ data: fresh });
  expect(main.sent).toEqual([first, fresh]);
  expect(reported).toEqual([{ kind: 'skipped', samples: 2 }]);
});
