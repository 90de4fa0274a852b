import { describe, expect, it } from 'vitest';
import { createId } from './ids.ts';

describe('ids', () => {
  it('are UUIDv7 in lower case', () => {
    expect(createId()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('sort in the order they were made', () => {
    const ids = Array.from({ length: 5000 }, createId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
