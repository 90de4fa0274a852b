import { describe, expect, it } from 'vitest';
import { moveBefore, sortByQueueOrder } from './queue-order.ts';

const jobs = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const idsOf = (all: readonly { readonly id: string }[]): string => all.map(({ id }) => id).join('');

describe('the order of the queue', () => {
  it('is the order of arrival, behind the jobs that the user arranged', () => {
    expect(idsOf(sortByQueueOrder(jobs, []))).toBe('abcd');
    expect(idsOf(sortByQueueOrder(jobs, ['c', 'gone', 'a']))).toBe('cabd');
  });

  it('takes jobs to another place, in the order given', () => {
    const order = ['a', 'b', 'c', 'd'];
    expect(moveBefore(order, ['d'], 'a').join('')).toBe('dabc');
    expect(moveBefore(order, ['c', 'b'], null).join('')).toBe('adcb');
    expect(moveBefore(order, ['a', 'a'], 'd').join('')).toBe('bcad');
    expect(moveBefore(order, ['gone'], 'a').join('')).toBe('abcd');
    expect(moveBefore(order, ['b'], 'b').join('')).toBe('acdb');
  });
});
