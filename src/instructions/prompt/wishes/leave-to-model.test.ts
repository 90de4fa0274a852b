import { describe, expect, it } from 'vitest';
import { leaveToModel } from './leave-to-model.ts';
import { readPrompt } from '../read-prompt.ts';

const any = { label: 'Stable Diffusion', isFilling: false };
const filling = { label: 'Stable Diffusion, inpainting', isFilling: true };

function leave(prompt: string, model = any) {
  return leaveToModel(readPrompt(prompt), model);
}

describe('the part of a prompt that is left to a model', () => {
  it('contains the words without a step; the steps keep the rest', () => {
    const left = leave('blur the background and put a hat on her head');
    expect(left?.left.prompt).toBe('put a hat on her head');
    expect(left?.read.steps.map(({ kind }) => kind)).toEqual(['background_blur']);
    expect(left?.read.notOffered).toEqual([]);
    expect(left?.read.notUnderstood).toEqual([]);
    expect(left?.left.parts.map(({ words }) => words).join(' ')).toContain('hat');
    expect(left?.left.parts[0]?.says.de).toContain('Stable Diffusion macht das;');
  });

  it.each([
    'warmer and with more contrast',
    'swap the faces',
    'write “hello” on the picture',
    'pixelate the faces except mine',
    'make the skin darker',
    'do not add a hat',
  ])('is nothing where steps do all, or no model should: %s', (prompt) => {
    expect(leave(prompt)).toBeNull();
  });

  it('contains the words that were not understood as well', () => {
    const left = leave('flibber the gronk');
    expect(left?.left).toMatchObject({ prompt: 'flibber the gronk', region: null });
    expect(left?.read.notUnderstood).toEqual([]);
  });

  it.each([
    ['dye the left half of my hair blue', 'hair'],
    ['put her on a beach', 'background'],
    ['give him a leather jacket', 'clothes'],
    ['make him twenty years older', null],
    ['dye the left half of my hair blue and put a dragon on the left', null],
  ] as const)('names the part that is meant: %s', (prompt, region) => {
    expect(leave(prompt)?.left.region).toBe(region);
  });

  it('contains only words about a part, where the model fills parts', () => {
    expect(leave('dye the left half of my hair blue', filling)?.left.region).toBe('hair');
    expect(leave('make him twenty years older', filling)).toBeNull();
    expect(leave('flibber the gronk', filling)).toBeNull();
  });

  it('tells of every part alone whether the model gets it', () => {
    const left = leave('put a hat on her head and do not add a scarf');
    expect(left?.left.prompt).toBe('put a hat on her head');
    expect(left?.left.parts).toHaveLength(1);
    expect(left?.left.parts[0]?.words).toContain('hat');
    expect(left?.read.notOffered).toHaveLength(1);
    expect(left?.read.notOffered[0]?.words).toContain('scarf');
  });

  it('tells so of two wishes of one kind and of words that come twice, where the model fills parts', () => {
    const left = leave(
      'dye the left half of my hair blue. flibber. dye the left half of my hair pink flibber',
      filling,
    );
    expect(left?.left.prompt).toBe('dye the left half of my hair blue');
    expect(left?.left.parts.map(({ words }) => words).join()).toContain('blue');
    expect(left?.left.parts.map(({ words }) => words).join()).not.toContain('pink');
    expect(left?.read.notOffered.map(({ words }) => words).join()).toContain('pink');
    expect(left?.read.notUnderstood).toEqual(['flibber', 'flibber']);
  });

  it.each([
    ['give her eyeliner', null],
    ['my eyes are red', 'eyes'],
    ['remove the green of the eyes', 'eyes'],
  ])('is what is wrong with eyes, or put on them: %s', (prompt, region) => {
    expect(leave(prompt)?.left.region).toBe(region);
    expect(leave(prompt)?.read.notOffered).toEqual([]);
  });

  it('says of other languages that models know English best', () => {
    const left = leave('Setz ihr einen Hut auf');
    expect(left?.left.parts[0]?.says.en).toContain('It knows English best.');
  });
});
