import { describe, expect, it } from 'vitest';
import { liveBackgrounds } from '../../../contract/live-choice.ts';
import { openPromptReader } from '../../app/use-prompt-reader.ts';
import { readBackgroundWords as readWords } from './background-words.ts';
import { toInstruction } from './instruction.ts';

const reader = await openPromptReader();
const readBackgroundWords = (words: string) => readWords(words, reader);

describe('words about the background in an instruction', () => {
  it('become the choice they stand for, and the rest stays', () => {
    expect(readBackgroundWords('Blur the background, warmer')).toEqual({
      background: 'blur',
      rest: 'warmer',
      plain: 'warmer',
    });
    expect(readBackgroundWords('green screen').background).toBe('green');
    expect(readBackgroundWords("please don't blur").background).toBe('keep');
    expect(readBackgroundWords('Hintergrund unscharf, wärmer')).toEqual({
      background: 'blur',
      rest: 'wärmer',
      plain: 'wärmer',
    });
    expect(readBackgroundWords('fondo blanco').background).toBe('white');
  });

  it('of which the last counts, as in the engine', () => {
    expect(readBackgroundWords('white background. green screen').background).toBe('green');
  });

  it('that no choice stands for stay, and are known as such', () => {
    expect(readBackgroundWords('deep blue background, brighter')).toEqual({
      background: null,
      rest: 'deep blue background, brighter',
      plain: 'brighter',
    });
  });

  it('leave an instruction about something else as it is', () => {
    const words = 'more contrast, cover with blur, a woman with red hair';
    expect(readBackgroundWords(words)).toEqual({ background: null, rest: words, plain: words });
  });

  it('are those that each choice itself sends', () => {
    for (const background of liveBackgrounds.slice(1)) {
      const words = toInstruction({ prompt: '', background, part: 'auto' });
      expect(readBackgroundWords(words)).toMatchObject({ background, rest: '' });
    }
  });
});
