import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { defineIpc, type RawBridge } from '../../contract/ipc/kit.ts';
import { createBridge } from './bridge.ts';

const contract = defineIpc({
  calls: {
    'thing.read': {
      input: z.strictObject({ id: z.string() }),
      output: z.object({ size: z.number() }),
    },
  },
  events: { 'thing.changed': z.object({ size: z.number() }) },
});

function createAnsweringBridge(reply: unknown) {
  const listeners: ((payload: unknown) => void)[] = [];
  const raw: RawBridge = {
    call: async () => reply,
    addFile: async () => null,
    on: (_name, listener) => {
      listeners.push(listener);
      return () => {
        listeners.splice(listeners.indexOf(listener), 1);
      };
    },
  };
  return { bridge: createBridge(contract, () => raw), listeners };
}

describe('the bridge of the page', () => {
  it('returns the value of a good reply', async () => {
    const { bridge } = createAnsweringBridge({ ok: true, value: { size: 3 } });
    expect(await bridge.call('thing.read', { id: 'a' })).toEqual({ size: 3 });
  });

  it('throws the error of main as an AppError', async () => {
    const { bridge } = createAnsweringBridge({
      ok: false,
      error: { code: 'not_found', message: 'No thing a.', details: { id: 'a' } },
    });
    await expect(bridge.call('thing.read', { id: 'a' })).rejects.toThrow(
      new AppError('not_found', 'No thing a.', { details: { id: 'a' } }),
    );
  });

  it.each([
    undefined,
    { ok: 1 },
    { ok: true, value: {} },
    { ok: false, error: { code: 'no_code' } },
  ])('calls a reply it does not know a bad reply: %j', async (reply) => {
    const { bridge } = createAnsweringBridge(reply);
    await expect(bridge.call('thing.read', { id: 'a' })).rejects.toMatchObject({
      code: 'bad_reply',
    });
  });

  it('says so when the page is not inside Guise', async () => {
    const bridge = createBridge(contract, () => undefined);
    await expect(bridge.call('thing.read', { id: 'a' })).rejects.toMatchObject({
      code: 'internal_error',
    });
  });

  it('parses events and stops listening when asked to', () => {
    const { bridge, listeners } = createAnsweringBridge(null);
    const seen: unknown[] = [];
    const stop = bridge.on('thing.changed', (payload) => seen.push(payload));
    listeners[0]!({ size: 1, extra: true });
    expect(() => listeners[0]!({ size: 'big' })).toThrow(AppError);
    stop();
    expect(listeners).toHaveLength(0);
    expect(seen).toEqual([{ size: 1 }]);
  });

  it('makes wrong names, inputs and fields compile errors', () => {
    const { bridge } = createAnsweringBridge({ ok: true, value: { size: 3 } });
    const wrong = [
      // @ts-expect-error no such call
      () => bridge.call('thing.write', {}),
      // @ts-expect-error id is a string
      () => bridge.call('thing.read', { id: 3 }),
      // @ts-expect-error no such event
      () => bridge.on('thing.gone', () => {}),
      // @ts-expect-error no such field
      () => bridge.on('thing.changed', ({ weight }) => weight),
    ];
    expect(wrong).toHaveLength(4);
  });
});
