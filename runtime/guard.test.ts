import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createGuards } from './guard.ts';

const { guard, guardEnd } = createGuards();

describe('a guarded object', () => {
  const target = { open: () => 'opened', hidden: 1 };
  const guarded: typeof target & { missing?: unknown } = guard('thing', target, ['open']);

  it('has the listed members and names any other', () => {
    expect(guarded.open()).toBe('opened');
    expect(() => guarded.hidden).toThrow('thing.hidden is not supported by the Chromium runtime');
    expect(() => guarded.missing).toThrow('thing.missing is not supported');
  });

  it('can be awaited, printed and turned into text', async () => {
    await expect(Promise.resolve(guarded)).resolves.toBe(guarded);
    expect(() => inspect(guarded)).not.toThrow();
    expect(() => JSON.stringify(guarded)).toThrow('thing.hidden');
  });

  it('lets classes be constructed and compared', () => {
    class Thing {
      readonly size = 1;
      static hidden = 1;
      static make(): Thing {
        return new Thing();
      }
    }
    const Guarded = guard('Thing', Thing, ['make']);
    expect(new Guarded()).toBeInstanceOf(Guarded);
    expect(Guarded.make()).toBeInstanceOf(Thing);
    expect(() => Guarded.hidden).toThrow('Thing.hidden is not supported');
  });
});

describe('a guarded prototype', () => {
  class Window extends EventEmitter {
    readonly #title = 'x';
    get title(): string {
      return this.#title;
    }
  }
  Object.setPrototypeOf(Window.prototype, guardEnd('Window', EventEmitter.prototype));
  const window: Window & { missing?: unknown; own?: unknown } = new Window();

  it('leaves members, private fields and events as they are', () => {
    let count = 0;
    window.on('x', () => {
      count += 1;
    });
    window.emit('x');
    expect([window.title, count, window.listenerCount('x')]).toEqual(['x', 1, 1]);
    expect(window).toBeInstanceOf(EventEmitter);
  });

  it('names a missing member, and takes new ones', () => {
    expect(() => window.missing).toThrow('Window.missing is not supported');
    window.own = 5;
    expect(window.own).toBe(5);
  });

  it('can be awaited and printed', async () => {
    await expect(Promise.resolve(window)).resolves.toBe(window);
    expect(() => inspect(window)).not.toThrow();
  });
});
