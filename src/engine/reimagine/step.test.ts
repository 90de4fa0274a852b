import { expect, it } from 'vitest';
import { isOfferedInVideo, needsFace } from '../../instructions/step.ts';

it('offers nothing for videos that needs a picture beside them or see-through pixels', () => {
  expect(isOfferedInVideo({ kind: 'background_picture', picture: 2 })).toBe(false);
  expect(isOfferedInVideo({ kind: 'match_colours', picture: 2, amount: 1 })).toBe(false);
  expect(isOfferedInVideo({ kind: 'background_transparent' })).toBe(false);
  expect(isOfferedInVideo({ kind: 'background_blur', amount: 1 })).toBe(true);
});

it('asks for a face where a part of one is changed', () => {
  expect(needsFace({ kind: 'smooth_skin', amount: 1 })).toBe(true);
  expect(needsFace({ kind: 'vignette', amount: 1 })).toBe(false);
});
