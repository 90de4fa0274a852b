import { expect, it } from 'vitest';
import { isOfferedInVideo, needsFace } from '../../instructions/step.ts';

it('offers nothing for videos that needs a picture beside them or see-through pixels', () => {
  expect(isOfferedInVideo({ kind: 'background_picture', picture: 2 })).toBe(false);
  expect(isOfferedInVideo({ kind: 'match_colours', picture: 2, amount: 1 })).toBe(false);
  expect(isOfferedInVideo({ kind: 'background_transparent' })).toBe(false);
  expect(isOfferedInVideo({ kind: 'background_blur', amount: 1 })).toBe(true);
});

it('offers only steps for videos that do not flicker', () => {
  expect(isOfferedInVideo({ kind: 'background_scene', scene: 'beach' })).toBe(true);
  expect(isOfferedInVideo({ kind: 'low_light', amount: 1 })).toBe(true);
  expect(isOfferedInVideo({ kind: 'style', style: 'watercolour' })).toBe(true);
  expect(isOfferedInVideo({ kind: 'style', style: 'pencil' })).toBe(false);
  const colour = [190, 40, 44] as const;
  const recolour = { kind: 'part_colour', colour, amount: 1 } as const;
  expect(isOfferedInVideo({ ...recolour, part: 'lips' })).toBe(true);
  expect(isOfferedInVideo({ ...recolour, part: 'clothes' })).toBe(false);
  expect(isOfferedInVideo({ ...recolour, part: 'hair' })).toBe(false);
  const darker = { kind: 'grade', grade: 'darker', amount: 1 } as const;
  expect(isOfferedInVideo({ ...darker, where: { region: 'hair', isInverted: false } })).toBe(false);
  expect(isOfferedInVideo({ ...darker, where: { region: 'face', isInverted: false } })).toBe(true);
});

it('asks for a face where a part of one is changed', () => {
  expect(needsFace({ kind: 'smooth_skin', amount: 1 })).toBe(true);
  expect(needsFace({ kind: 'vignette', amount: 1 })).toBe(false);
  expect(needsFace({ kind: 'low_light', amount: 1 })).toBe(false);
});
