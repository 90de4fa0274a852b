import { expect, it } from 'vitest';
import { readInstructions } from '../../../engine/live/instructions/read-instructions.ts';
import { liveBackgrounds, liveParts } from '../../../contract/live-choice.ts';
import { toChangedInstruction, toInstruction } from './instruction.ts';

it('puts the words of the user before those of the settings', () => {
  const choice = { prompt: ' warmer ', background: 'blur', part: 'face' } as const;
  expect(toInstruction(choice)).toBe('warmer, only the face, blur the background');
  expect(toInstruction({ prompt: '', background: 'keep', part: 'auto' })).toBe('');
  expect(toChangedInstruction({ prompt: '', background: 'keep', part: 'auto' })).not.toBe('');
});

it.each(
  liveBackgrounds.flatMap((background) => liveParts.map((part) => [background, part] as const)),
)('writes words that are understood for %s and %s', (background, part) => {
  const words = toChangedInstruction({ prompt: '', background, part });
  expect(readInstructions(words).warnings).toEqual([]);
});
