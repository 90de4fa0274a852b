import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { createQueueCalls, type QueueCallsOptions } from './queue-calls.ts';

it('tells the refusal of a job after the others were begun again', async () => {
  const begun: string[] = [];
  const jobs = ['newest', 'refused', 'oldest'].map((id) => ({
    id,
    state: 'failed',
    isCleared: false,
    profileId: 'own',
  }));
  const calls = createQueueCalls({
    store: { list: () => jobs },
    admission: {
      retry: async (id: string) => {
        if (id === 'refused') {
          throw new AppError('invalid_input', 'The consent for this face is missing.');
        }
        begun.push(id);
      },
    },
  } as unknown as QueueCallsOptions);
  await expect(calls['queue.retry']({ id: null })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(begun).toEqual(['oldest', 'newest']);
});
