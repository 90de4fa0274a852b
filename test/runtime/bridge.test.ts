import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Display, openDisplay } from '../support/display.ts';
import { runtimes, startApp, type StartedApp } from './runtimes.ts';

/** API that the fixture's preload exposes. */
type Bridge = Record<string, (...args: unknown[]) => unknown>;

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

let display: Display;
beforeAll(async () => {
  display = await openDisplay();
});
afterAll(() => display.close());

describe.each(runtimes)('context bridge and IPC on $name', (runtime) => {
  if (runtime.executable === null) {
    it.skip(`is skipped: ${runtime.reason}`, () => {});
    return;
  }
  let started: StartedApp;
  beforeAll(async () => {
    started = await startApp(runtime, display);
  }, 60_000);
  afterAll(() => started.close());
  const inPage = <T>(run: () => T | Promise<T>): Promise<T> => started.page.evaluate(run);

  it('calls preload functions synchronously with plain values', async () => {
    expect(await inPage(() => window.bridge['add']?.(2, 5))).toBe(7);
  });

  it('gives the preload its facts and nothing of Node to the page', async () => {
    const facts = await inPage(() => [
      window.bridge['facts'],
      window.bridge['hasArgument'],
      typeof Reflect.get(window, 'require'),
      typeof Reflect.get(window, 'process'),
      Object.isFrozen(window.bridge),
    ]);
    expect(facts).toEqual([
      { platform: 'linux', type: 'renderer', nested: { list: [1, 2, { three: 3 }] } },
      true,
      'undefined',
      'undefined',
      true,
    ]);
  });

  it('carries errors with class and message', async () => {
    const texts = await inPage(async () => {
      const seen: unknown[] = [];
      for (const name of ['throwNow', 'reject', 'exposeAgain', 'requireFs']) {
        try {
          await window.bridge[name]?.();
        } catch (error) {
          seen.push(error instanceof Error ? [error.name, error.message] : error);
        }
      }
      return seen;
    });
    expect(texts).toEqual([
      ['RangeError', 'thrown in the preload'],
      ['TypeError', 'rejected in the preload'],
      ['Error', expect.stringContaining('on top of an existing property')],
      ['Error', expect.stringContaining('module not found: fs')],
    ]);
  });

  it('passes functions, promises and returned functions both ways', async () => {
    const results = await inPage(async () => {
      const { callBack, callLater, makeAdder, later } = window.bridge;
      const adder = makeAdder?.(40) as (second: number) => number;
      return [
        callBack?.((value: number) => value * 2, 21),
        await callLater?.((value: number) => Promise.resolve(value + 1), Promise.resolve(9)),
        adder(2),
        await later?.('value'),
      ];
    });
    expect(results).toEqual([42, 10, 42, 'value']);
  });

  it('copies bytes and structured values', async () => {
    const results = await inPage(() => {
      const { isBytes, same } = window.bridge;
      const back = same?.({
        date: new Date(5),
        map: new Map([[1, new Set(['a'])]]),
        bytes: new Float32Array([1.5, -2]),
        nothing: undefined,
      }) as { date: Date; map: Map<number, Set<string>>; bytes: Float32Array };
      return [
        isBytes?.(new Uint8Array(1000)),
        back.date instanceof Date && back.date.getTime(),
        back.map.get(1)?.has('a'),
        back.bytes instanceof Float32Array && [...back.bytes],
      ];
    });
    expect(results).toEqual([true, 5, true, [1.5, -2]]);
  });

  it('keeps a callback that was garbage-collected on the other side and sent again', async () => {
    const devTools = await started.page.context().newCDPSession(started.page);
    await started.page.evaluate(() => {
      Reflect.set(window, 'kept', (value: number) => value + 1);
    });
    for (let round = 0; round < 3; round += 1) {
      const sum = await inPage(() =>
        window.bridge['callBack']?.(Reflect.get(window, 'kept') as () => number, 41),
      );
      expect(sum).toBe(42);
      await devTools.send('HeapProfiler.collectGarbage');
    }
    await devTools.detach();
  });

  it('removes listeners', async () => {
    const counts = await inPage(async () => {
      let count = 0;
      const callback = (): void => {
        count += 1;
      };
      for (let round = 0; round < 50; round += 1) {
        const stop = window.bridge['listen']?.('said', callback) as () => void;
        const told = new Promise<void>((resolve) => {
          const end = window.bridge['listen']?.('said', () => {
            (end as () => void)();
            resolve();
          });
        });
        window.bridge['send']?.('say', round);
        await told;
        stop();
      }
      return [count, window.bridge['countListeners']?.('said')];
    });
    expect(counts).toEqual([50, 0]);
  });

  it('invokes handlers and names the method when they fail', async () => {
    const results = await inPage(async () => {
      const catchText = async (channel: string): Promise<string> => {
        try {
          await window.bridge['invoke']?.(channel);
          return 'nothing';
        } catch (error) {
          return String(error);
        }
      };
      return [
        await window.bridge['invoke']?.('echo', { list: [1, null, 'x'] }),
        await catchText('fail'),
        await catchText('nobody'),
        await catchText('uncloneable'),
      ];
    });
    expect(results).toEqual([
      { list: [1, null, 'x'] },
      "Error: Error invoking remote method 'fail': RangeError: expected failure",
      "Error: Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
      expect.stringContaining('could not be cloned'),
    ]);
  });

  it('keeps the kinds of values between page and main', async () => {
    const kinds = await inPage(() =>
      window.bridge['invoke']?.('kinds', {
        bytes: new Uint8Array([1, 2]),
        floats: new Float64Array([0.5]),
        buffer: new ArrayBuffer(3),
        view: new DataView(new ArrayBuffer(2)),
        date: new Date(),
        map: new Map(),
        set: new Set(),
        big: 10n,
        nothing: undefined,
        pattern: /a/g,
        error: new TypeError('bad'),
        nan: Number.NaN,
      }),
    );
    expect(kinds).toEqual({
      bytes: 'Uint8Array',
      floats: 'Float64Array',
      buffer: 'ArrayBuffer',
      view: 'DataView',
      date: 'Date',
      map: 'Map',
      set: 'Set',
      big: 'BigInt',
      nothing: 'Undefined',
      pattern: 'RegExp',
      error: 'Error TypeError bad',
      nan: 'Number',
    });
  });

  it('names the frame and the origin of a sender', async () => {
    expect(await inPage(() => window.bridge['invoke']?.('sender'))).toEqual({
      url: 'app://bundle/index.html',
      origin: 'app://bundle',
      isTop: true,
      isSame: true,
    });
  });

  it('echoes 100 KB unchanged', async () => {
    const isSame = await inPage(async () => {
      const bytes = Uint8Array.from({ length: 102_400 }, (_, index) => (index * 7) % 256);
      const back = (await window.bridge['invoke']?.('echo', bytes)) as Uint8Array;
      return back.length === bytes.length && back.every((byte, index) => byte === bytes[index]);
    });
    expect(isSame).toBe(true);
  });

  it('keeps the order of messages from main', async () => {
    const order = await inPage(
      () =>
        new Promise<unknown[]>((resolve) => {
          const seen: unknown[] = [];
          window.bridge['listen']?.('said', (value: unknown) => {
            seen.push(value);
            if (seen.length === 200) {
              resolve(seen);
            }
          });
          for (let index = 0; index < 200; index += 1) {
            window.bridge['send']?.('say', index);
          }
        }),
    );
    expect(order).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('exchanges messages over ports created by either side', async () => {
    const answers = await inPage(async () => [
      await window.bridge['talkOverPort']?.([1, { two: 2 }, [3]]),
      await window.bridge['talkOverMainPort']?.(),
      await window.bridge['moveSecondPort']?.(),
    ]);
    expect(answers).toEqual([
      [{ echo: 1 }, { echo: { two: 2 } }, { echo: [3] }],
      [{ hello: 1 }, 'early', { fromMain: 'from the page' }],
      'through the moved port',
    ]);
  });

  it('finds the path of a chosen file', async () => {
    const file = join(started.userData, 'chosen ü.txt');
    writeFileSync(file, 'text');
    await started.page.locator('#file').setInputFiles(file);
    const path = await inPage(async () => {
      const input = document.querySelector<HTMLInputElement>('#file');
      return [
        await window.bridge['pathOf']?.(input?.files?.[0]),
        await window.bridge['pathOf']?.(new File(['x'], 'made.txt')),
      ];
    });
    expect(path).toEqual([file, '']);
  });

  it('shows nothing of the bridge to a page that replaces built-ins', async () => {
    const seen = await inPage(async () => {
      const caught: string[] = [];
      const { apply } = Reflect;
      const spyOn = (owner: object, names: readonly string[]): (() => void) => {
        const before = names.map((name) => Object.getOwnPropertyDescriptor(owner, name));
        for (const name of names) {
          const original: unknown = Reflect.get(owner, name);
          Object.defineProperty(owner, name, {
            configurable: true,
            writable: true,
            value: function spy(this: { readonly type?: string }, ...args: unknown[]): unknown {
              const [first] = args;
              const type = this?.type ?? (first instanceof Event ? first.type : first);
              if (typeof type === 'string' && /page|preload/.test(type)) {
                caught.push(`${name} ${type}`);
              }
              return apply(original as () => unknown, this, args);
            },
          });
        }
        return () => {
          for (const [index, name] of names.entries()) {
            Object.defineProperty(owner, name, before[index] ?? {});
          }
        };
      };
      const restores = [
        spyOn(Event.prototype, ['stopImmediatePropagation', 'preventDefault', 'stopPropagation']),
        spyOn(EventTarget.prototype, ['dispatchEvent', 'addEventListener']),
        spyOn(Reflect, ['apply', 'get', 'set', 'construct']),
        spyOn(Object, ['keys', 'create']),
      ];
      const sum = window.bridge['add']?.(1, 2);
      const later = await window.bridge['later']?.(3);
      for (const restore of restores) {
        restore();
      }
      return [sum, later, caught];
    });
    expect(seen).toEqual([3, 3, []]);
  });

  it('hides binding, receiver and events from the page', async () => {
    const names = await inPage(() => {
      const all = new Set<string>();
      for (const object of [window, Object.getPrototypeOf(window) as object]) {
        for (const name of Object.getOwnPropertyNames(object)) {
          all.add(name);
        }
      }
      return [...all].filter((name) => /runtime|electron|ipc/i.test(name));
    });
    expect(names).toEqual([]);
  });
});
