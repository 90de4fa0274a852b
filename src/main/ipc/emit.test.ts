import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineIpc } from '../../contract/ipc/kit.ts';
import { createEmit } from './emit.ts';

const contract = defineIpc({
  calls: {},
  events: { 'thing.changed': z.object({ size: z.number() }) },
});

describe('emit', () => {
  it('sends events of the contract and drops others', () => {
    const sent: unknown[] = [];
    const emit = createEmit(contract, (name, payload) => sent.push([name, payload]));
    const size = { size: 1, secret: 'x' };
    emit('thing.changed', size);
    expect(sent).toEqual([['thing.changed', { size: 1 }]]);
  });

  it('throws on a payload of another form, and does not compile with one', () => {
    const emit = createEmit(contract, () => {});
    // @ts-expect-error size is a number
    expect(() => emit('thing.changed', { size: 'big' })).toThrow(z.ZodError);
  });
});
