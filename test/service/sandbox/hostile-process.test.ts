import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startProcess } from '../../../src/service/sandbox/start-process.ts';

const entry = fileURLToPath(new URL('hostile-process.ts', import.meta.url));
const messages = z.object({ type: z.literal('good') });

/** Runs a process that sends messages; returns those that arrive and the error that ends it. */
async function hear(how: string): Promise<{ heard: unknown[]; refusal: unknown }> {
  const env = { PATH: process.env['PATH'] };
  const started = startProcess({ entry, args: [how], env, messages });
  const heard: unknown[] = [];
  const refused = new Promise((resolve) => started.child.once('error', resolve));
  const gone = new Promise((resolve) => started.child.once('exit', resolve));
  const good = new Promise((resolve) => {
    started.listen((message) => {
      heard.push(message);
      resolve(null);
    });
  });
  started.send({});
  const refusal = await (how === 'good' ? good : refused);
  if (how === 'good') {
    started.child.kill('SIGKILL');
  }
  await gone;
  return { heard, refusal };
}

describe('a process that was taken over', () => {
  it('is trusted while its messages are valid', async () => {
    expect(await hear('good')).toEqual({ heard: [{ type: 'good' }], refusal: null });
  });

  it.each([
    'no message',
    'an empty message',
    'text for Node',
    'another message',
    'a prototype',
    'a message of 4 GB',
    'a cut array',
  ])('is ended for %s, and ends no other process', async (how) => {
    const { heard, refusal } = await hear(how);
    expect(refusal).toMatchObject({ code: 'bad_reply' });
    expect(heard).toEqual([]);
  });

  it('is ended for invalid messages after valid ones', async () => {
    expect((await hear('good, then nonsense')).refusal).toMatchObject({ code: 'bad_reply' });
  });
});
