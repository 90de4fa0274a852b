import { expect, it } from 'vitest';
import * as z from 'zod';
import { callProcess } from '../../../src/service/process/call-host.ts';
import type { AskedMethods } from './asked-process.ts';

const program = new URL('./asked-process.ts', import.meta.url);
const asked = {
  program,
  grants: {},
  schemas: {
    answers: {
      double: z.number(),
      report: z.undefined(),
      lie: z.number(),
      refuse: z.number(),
      crash: z.number(),
      hang: z.number(),
    },
    progress: z.number(),
  },
  silence: { ms: 60_000, text: 'It said nothing.' },
  endedText: 'It ended.',
};

it('answers, and reports before', async () => {
  expect(await callProcess<AskedMethods, 'double'>(asked, 'double', 21)).toBe(42);
  const heard: unknown[] = [];
  const onProgress = (progress: unknown): void => void heard.push(progress);
  await callProcess<AskedMethods>({ ...asked, onProgress }, 'report', [1, 2]);
  expect(heard).toEqual([1, 2]);
});

it('throws the refusal of the program', async () => {
  await expect(callProcess<AskedMethods>(asked, 'refuse', 'None.')).rejects.toMatchObject({
    code: 'not_found',
    message: 'None.',
  });
});

it('reports its end when it crashes', async () => {
  await expect(callProcess<AskedMethods>(asked, 'crash', undefined)).rejects.toMatchObject({
    code: 'processing_failed',
    message: 'It ended.',
  });
});

it.each([
  ['an answer', 'lie', undefined],
  ['a report', 'report', ['a lot']],
] as const)('is ended for an invalid %s', async (_, method, question) => {
  await expect(callProcess<AskedMethods>(asked, method, question)).rejects.toMatchObject({
    code: 'processing_failed',
    message: 'It ended.',
    cause: { code: 'bad_reply' },
  });
});

it('is killed when it is silent for too long', async () => {
  const silence = { ms: 1_000, text: 'It said nothing.' };
  await expect(
    callProcess<AskedMethods>({ ...asked, silence }, 'hang', undefined),
  ).rejects.toMatchObject({ code: 'processing_failed', message: 'It said nothing.' });
});

it('is killed at an abort', async () => {
  const stopping = new AbortController();
  const answer = callProcess<AskedMethods>(
    { ...asked, signal: stopping.signal },
    'hang',
    undefined,
  );
  stopping.abort();
  await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
});
