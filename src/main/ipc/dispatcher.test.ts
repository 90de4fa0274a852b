import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { defineIpc, type IpcHandlers, replySchema } from '../../contract/ipc/kit.ts';
import { createIpcDispatcher, type FailedCall } from './dispatcher.ts';

const contract = defineIpc({
  calls: {
    'number.double': {
      input: z.strictObject({ value: z.number().max(100) }),
      output: z.object({ value: z.number() }),
    },
    'number.fail': { input: z.strictObject({}), output: z.null() },
  },
  events: {},
});

const handlers: IpcHandlers<typeof contract> = {
  'number.double': async ({ value }) => ({ value: value * 2 }),
  'number.fail': async () => {
    throw new AppError('not_found', 'There is no number.', { details: { id: 'x' } });
  },
};

function openDoor(changed: Partial<IpcHandlers<typeof contract>> = {}) {
  const failed: FailedCall[] = [];
  const door = createIpcDispatcher(contract, { ...handlers, ...changed }, (call) =>
    failed.push(call),
  );
  return {
    failed,
    call: (name: unknown, input: unknown, isTrusted = true) => door({ name, input, isTrusted }),
  };
}

describe('the door for calls', () => {
  it('answers a good call', async () => {
    const { call, failed } = openDoor();
    expect(await call('number.double', { value: 4 })).toEqual({ ok: true, value: { value: 8 } });
    expect(failed).toEqual([]);
  });

  it('refuses a sender that is not our page, for any request', async () => {
    const { call, failed } = openDoor();
    expect(await call('number.double', { value: 4 }, false)).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    expect(failed).toMatchObject([{ call: 'unknown', code: 'forbidden' }]);
  });

  it.each(['number.triple', 'toString', '__proto__', '', 7, null, undefined, {}])(
    'refuses a name that is not in the contract: %s',
    async (name) => {
      expect(await openDoor().call(name, {})).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    },
  );

  it.each([undefined, null, {}, { value: '4' }, { value: 101 }, { value: 1, more: 2 }])(
    'refuses an input that breaks the schema and names the rule: %j',
    async (input) => {
      const reply = await openDoor().call('number.double', input);
      expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      expect(replySchema.parse(reply)).toEqual(reply);
    },
  );

  it('does not repeat the value that was wrong', async () => {
    const reply = await openDoor().call('number.double', { value: 'sk-planted-secret' });
    expect(JSON.stringify(reply)).not.toContain('planted');
  });

  it('hands a planned failure over with code, message and details', async () => {
    expect(await openDoor().call('number.fail', {})).toEqual({
      ok: false,
      error: { code: 'not_found', message: 'There is no number.', details: { id: 'x' } },
    });
  });

  it('hides the text of a bug, reports it under the id that the page gets', async () => {
    const bug = new TypeError('secret path /home/me');
    const { call, failed } = openDoor({
      'number.fail': async () => {
        throw bug;
      },
    });
    const reply = await call('number.fail', {});
    expect(JSON.stringify(reply)).not.toContain('secret path');
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal_error' } });
    expect(failed).toMatchObject([{ call: 'number.fail', bug }]);
    expect(reply).toMatchObject({ error: { details: { requestId: failed[0]!.requestId } } });
  });

  it('treats an answer that breaks the schema as a bug', async () => {
    const wrong = { value: 'eight' } as unknown as { value: number };
    const { call } = openDoor({ 'number.double': async () => wrong });
    expect(await call('number.double', { value: 4 })).toMatchObject({
      ok: false,
      error: { code: 'internal_error' },
    });
  });
});

describe('the types of handlers', () => {
  it('make a missing handler a compile error', () => {
    // @ts-expect-error number.fail is missing
    const missing: IpcHandlers<typeof contract> = {
      'number.double': async ({ value }) => ({ value }),
    };
    expect(Object.keys(missing)).toHaveLength(1);
  });

  it('make a wrong answer, a wrong input and an unknown call compile errors', () => {
    const wrong: IpcHandlers<typeof contract> = {
      // @ts-expect-error the answer has to be an object with a number
      'number.double': async ({ value }) => value,
      // @ts-expect-error the input has no such field
      'number.fail': async ({ reason }) => reason,
    };
    const unknown: IpcHandlers<typeof contract> = {
      ...handlers,
      // @ts-expect-error the contract has no such call
      'number.triple': async () => null,
    };
    expect([wrong, unknown]).toHaveLength(2);
  });
});
