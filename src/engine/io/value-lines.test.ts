import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { parseLine, withLines } from './value-lines.ts';

let folder = '';
const schema = z.object({ frames: z.number() });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-lines-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function readTwo(text: string): Promise<number | null> {
  const path = join(folder, 'lines.jsonl');
  await writeFile(path, text);
  return withLines(path, async (lines) => {
    const first = parseLine(schema, await lines.next());
    return first.frames + parseLine(schema, await lines.next()).frames;
  });
}

it('a file of another version has nothing to read', async () => {
  expect(await readTwo('{"frames":1}\n{"frames":2}\n')).toBe(3);
  expect(await readTwo('{"frames":1}\n{"pictures":2}\n')).toBeNull();
  expect(await readTwo('{"frames":1}\n')).toBeNull();
});

it('a damaged file has nothing to read', async () => {
  expect(await readTwo('{"frames":1}\n{"fra')).toBeNull();
  expect(await readTwo('{"frames":1}\n\n')).toBeNull();
});

it('other failures are not hidden', async () => {
  await expect(withLines(join(folder, 'none.jsonl'), () => Promise.resolve(1))).rejects.toThrow(
    'ENOENT',
  );
});
