import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { createAcks } from './acks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const nothing = (): void => undefined;

it('gives each request its own answer, in order, also when they come at once', async () => {
  const acks = createAcks();
  const requests = ['set_image', 'prompt', 'set_image', 'set_image'].map((kind) =>
    acks.request(kind, nothing),
  );
  const ended = Promise.allSettled(requests);
  acks.settle('set_image');
  expect(acks.refuse('set_image', new AppError('face_not_detected', 'No face.'))).toBe(true);
  acks.settle('set_image');
  acks.settle('prompt');
  expect(acks.refuse('set_image', new AppError('face_not_detected', 'No face.'))).toBe(false);
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

it('fails only the request that cannot be sent', async () => {
  const acks = createAcks();
  const sent = acks.request('prompt', nothing);
  const unsent = acks.request('prompt', () => {
    throw new AppError('service_unreachable', 'The socket is closed.');
  });
  await expect(unsent).rejects.toMatchObject({ message: 'The socket is closed.' });
  acks.settle('prompt');
  await sent;
});

it('fails a request without an answer, and all at the end of the session', async () => {
  const acks = createAcks();
  const late = expect(acks.request('prompt', nothing)).rejects.toMatchObject({
    code: 'service_unreachable',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await late;
  const ended = expect(acks.request('prompt', nothing)).rejects.toMatchObject({
    code: 'cancelled',
  });
  acks.fail();
  await ended;
});
