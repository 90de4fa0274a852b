import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

describe('a look that no step makes', () => {
  it.each([
    ['fog and a bit spooky', 'a bit spooky'],
    ['fog, slightly more elegant', 'slightly more elegant'],
    ['Neblig und ein bisschen gruselig', 'ein bisschen gruselig'],
  ])('is reported with its degree, which no other wish takes: %s', (prompt, unread) => {
    const read = readPrompt(prompt);
    expect(read.steps).toEqual([{ kind: 'weather', weather: 'fog', amount: 0.65 }]);
    expect(read.notUnderstood).toEqual([unread]);
  });
});
