import { expect, it } from 'vitest';
import { dropJoints } from './job.ts';

it('joints that were set by hand go with their picture, and other hints stay', () => {
  expect(dropJoints(null)).toBeNull();
  expect(dropJoints(JSON.stringify({ joints: '1,1' }))).toBeNull();
  expect(dropJoints(JSON.stringify({ joints: '1,1', person: 2 }))).toBe('{"person":2}');
});
