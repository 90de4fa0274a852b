import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

function read(prompt: string, pictures: number): unknown[] {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  return [...steps, ...notOffered.map(({ wish }) => wish), ...notUnderstood];
}

describe('given images', () => {
  it.each([
    'same background as in picture 2',
    'give me the same background as the second photo',
    'gleicher Hintergrund wie in Bild 2',
    'gleicher hintergrund wie im andern bild',
  ])('takes the background of another image: “%s”', (prompt) => {
    expect(read(prompt, 2)).toEqual([{ kind: 'background_picture', picture: 2 }]);
  });

  it('reports that it is not blurred as well, and leaves it undone beside a tone', () => {
    const blurred = read('gleicher hintergrund wie im andern bild nur unschärfer', 2);
    expect(blurred).toEqual([{ kind: 'background_picture', picture: 2 }, 'background_blur']);
    const toned = readPrompt('same background as picture 2 but brighter', { pictures: 2 });
    expect(toned.steps).toEqual([]);
    expect(readPrompt('keep the same background', { pictures: 2 }).steps).toEqual([]);
  });

  it('reads bare numbers where several images are so named', () => {
    const prompt = 'put me from 1 in front of 3 and use the colours from 2';
    expect(read(prompt, 3)).toEqual([
      { kind: 'background_picture', picture: 3 },
      { kind: 'match_colours', picture: 2, amount: 0.8 },
    ]);
    expect(readPrompt('remove 2 from 1', { pictures: 2 }).steps).toEqual([]);
    expect(readPrompt('put me in front of 3 cars', { pictures: 3 }).steps).toEqual([]);
  });
});
