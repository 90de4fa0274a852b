import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each(['I look kinda sad here, make me smile', 'I look tired here, whiten my teeth'])(
  'takes a stated look for no wish: %s',
  (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toHaveLength(1);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  },
);
