import { expect, it } from 'vitest';
import { stopAreas } from './stop-areas.ts';

it('stops every area in order, also after one that fails', async () => {
  const stopped: string[] = [];
  const logged: unknown[] = [];
  const full = new Error('The disk is full.');
  await stopAreas(
    {
      hotkeys: { stop: async () => void stopped.push('hotkeys') },
      obs: {
        stop: async () => {
          throw full;
        },
      },
      service: { stop: async () => void stopped.push('service') },
    },
    (...line) => logged.push(line),
  );
  expect(stopped).toEqual(['hotkeys', 'service']);
  expect(logged).toEqual([['error', 'app.not_stopped', { name: 'obs', error: full }]]);
});
