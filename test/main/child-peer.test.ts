import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { toForkedPeer } from '../support/forked-peer.ts';
import { AppError } from '../../src/base/errors.ts';
import { callOnce } from '../../src/base/peer/call-once.ts';
import { type AskedMethods, toTableReplySchema } from '../../src/contract/peer-methods.ts';

const text = z.object({ text: z.string() });
const table = {
  repeat: { question: text, answer: text },
  exit: { question: z.number(), answer: text },
  lie: { question: z.undefined(), answer: text },
  hang: { question: z.undefined(), answer: text },
} as const;
type Methods = AskedMethods<typeof table>;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-child-peer-'));
  program = join(folder, 'program.ts');
  const serve = pathToFileURL(resolveInProject('src/engine/threads/serve-parent.ts')).href;
  const check = pathToFileURL(resolveInProject('src/contract/peer-methods.ts')).href;
  const zod = import.meta.resolve('zod');
  await writeFile(
    program,
    `import { serveParent } from '${serve}';
     import { checkQuestions } from '${check}';
     import * as z from '${zod}';
     const any = { question: z.any(), answer: z.any() };
     const table = { repeat: { ...any, question: z.object({ text: z.string() }) }, exit: any, lie: any, hang: any };
     serveParent(checkQuestions(table, {
       repeat: (question) => question,
       exit: (code) => process.exit(code),
       lie: () => 7,
       hang: () => { for (;;); },
     }));`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const pids: number[] = [];
function ask<Name extends keyof Methods>(
  method: Name,
  question: Parameters<Methods[Name]>[0],
  watch: { readonly silenceMs?: number; readonly signal?: AbortSignal } = {},
) {
  return callOnce<Methods, Name>(
    {
      start: () => {
        const started = toForkedPeer(program, toTableReplySchema(table));
        pids.push(started.child.pid ?? 0);
        return started;
      },
      ended: (cause) => new AppError('processing_failed', 'It ended.', { cause }),
      silence: {
        ms: watch.silenceMs ?? 60_000,
        error: () => new AppError('processing_failed', 'It was silent.'),
      },
      signal: watch.signal,
    },
    method,
    question,
  );
}

it('replies, and ends afterwards', async () => {
  expect(await ask('repeat', { text: 'one' })).toEqual({ text: 'one' });
  expect(() => process.kill(pids.at(-1) ?? 0, 0)).toThrow('ESRCH');
});

it('refuses an invalid call', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program of another version could ask
  const question = { text: 7 } as unknown as { readonly text: string };
  await expect(ask('repeat', question)).rejects.toMatchObject({ code: 'invalid_input' });
});

it('reports the cause of its end', async () => {
  await expect(ask('exit', 7)).rejects.toMatchObject({
    message: 'It ended.',
    cause: { code: 7, signal: null, isKilledHere: false },
  });
});

it('is killed for an invalid reply', async () => {
  await expect(ask('lie', undefined)).rejects.toMatchObject({
    message: 'It ended.',
    cause: expect.any(z.ZodError),
  });
  expect(() => process.kill(pids.at(-1) ?? 0, 0)).toThrow('ESRCH');
});

it('is killed while it hangs, at the silence limit or at an abort', async () => {
  await expect(ask('hang', undefined, { silenceMs: 1500 })).rejects.toThrow('It was silent.');
  const stopping = new AbortController();
  const hanging = ask('hang', undefined, { signal: stopping.signal });
  stopping.abort();
  await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
  for (const pid of pids) {
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }
});
