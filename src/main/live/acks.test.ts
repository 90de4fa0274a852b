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

const givenUp = new AppError('cancelled', 'A newer picture came.');

it('refuses the waiting image when the service gives it up for a newer one', async () => {
  const acks = createAcks();
  const requests = ['prepared', 'waiting', 'newest', 'sent meanwhile'].map(() =>
    acks.request('set_image', nothing),
  );
  const ended = Promise.allSettled(requests);
  expect(acks.refuse('set_image', givenUp)).toBe(true);
  for (let count = 0; count < 3; count += 1) {
    acks.settle('set_image');
  }
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

it('never takes the newest image for the one that was given up', async () => {
  const acks = createAcks();
  const older = expect(acks.request('set_image', nothing)).rejects.toBe(givenUp);
  const newest = acks.request('set_image', nothing);
  acks.refuse('set_image', givenUp);
  acks.settle('set_image');
  await Promise.all([older, newest]);
});

it('gives a late answer to its own request, unless it never comes', async () => {
  const acks = createAcks();
  const late = expect(acks.request('set_image', nothing)).rejects.toMatchObject({
    code: 'service_unreachable',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await late;
  const next = expect(acks.request('set_image', nothing)).rejects.toBe(givenUp);
  acks.settle('set_image');
  expect(acks.refuse('set_image', givenUp)).toBe(true);
  await next;

  const lost = expect(acks.request('set_image', nothing)).rejects.toThrow('did not answer');
  await vi.advanceTimersByTimeAsync(80_000);
  await lost;
  const last = acks.request('set_image', nothing);
  acks.settle('set_image');
  await last;
});

it('answers what is pending with the message that repeats it, whose own answer is nobody else’s', async () => {
  const acks = createAcks();
  acks.repeat('set_image');
  const changes = [acks.request('set_image', nothing), acks.request('prompt', nothing)];
  acks.settle('set_image');
  acks.repeat('set_image');
  acks.settle('set_image');
  await Promise.all(changes);
  expect(acks.refuse('set_image', givenUp)).toBe(false);
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
