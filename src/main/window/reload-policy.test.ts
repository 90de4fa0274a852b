import { describe, expect, it } from 'vitest';
import { createReloadPolicy } from './reload-policy.ts';

describe('the reload policy', () => {
  it('reloads three times within a minute and then gives up', () => {
    const next = createReloadPolicy(() => 1000);
    expect([next(), next(), next(), next(), next()]).toEqual([
      'reload',
      'reload',
      'reload',
      'give_up',
      'give_up',
    ]);
  });

  it('forgets reloads that are more than a minute old', () => {
    let nowMs = 0;
    const next = createReloadPolicy(() => nowMs);
    expect([next(), next(), next()]).not.toContain('give_up');
    nowMs = 60_000;
    expect(next()).toBe('reload');
  });
});
