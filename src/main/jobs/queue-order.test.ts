import { describe, expect, it } from 'vitest';
import { toMoved, toOrdered } from './queue-order.ts';

const jobs = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const idsOf = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join('');

describe('the order of the queue', () => {
  it('is that of arrival, behind what the user arranged', () => {
    expect(idsOf(toOrdered(jobs, []))).toBe('abcd');
    expect(idsOf(toOrdered(jobs, ['c', 'gone', 'a']))).toBe('cabd');
  });

  it('takes jobs to another place, in the order given', () => {
    const order = ['a', 'b', 'c', 'd'];
    expect(toMoved(order, ['d'], 'a').join('')).toBe('dabc');
    expect(toMoved(order, ['c', 'b'], null).join('')).toBe('adcb');
    expect(toMoved(order, ['a', 'a'], 'd').join('')).toBe('bcad');
    expect(toMoved(order, ['gone'], 'a').join('')).toBe('abcd');
    expect(toMoved(order, ['b'], 'b').join('')).toBe('acdb');
  });
});
