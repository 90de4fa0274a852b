import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { RecordLog } from './record-log.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-library-'));
  path = join(folder, 'library.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const schema = z.object({ id: z.string(), name: z.string(), note: z.string().default('none') });
type Entry = z.output<typeof schema>;

const toRecord = (id: string, name = id): Entry => ({ id, name, note: '' });

async function open(): Promise<RecordLog<Entry>> {
  const log = new RecordLog(path, schema);
  await log.load();
  return log;
}

const idsOf = (log: RecordLog<Entry>): string[] => Array.from(log.values(), ({ id }) => id);

it('contains additions, changes and removals after a restart', async () => {
  const log = await open();
  log.put(toRecord('one'));
  log.put(toRecord('two'));
  log.put(toRecord('one', 'renamed'));
  await log.remove(['two', 'unknown']);
  expect(idsOf(await open())).toEqual(['one']);
  expect((await open()).find('one')?.name).toBe('renamed');
});

it('erases removed records from its file, and loses none that came meanwhile', async () => {
  const log = await open();
  log.put(toRecord('kept'));
  log.put(toRecord('gone', 'Ada Lovelace'));
  const removed = log.remove(['gone']);
  log.put(toRecord('late'));
  await removed;
  expect(readFileSync(path, 'utf8')).not.toContain('Ada');
  expect(idsOf(await open())).toEqual(['kept', 'late']);
});

it('knows removed records after a kill, by an id as long as a path', async () => {
  const id = `/${'folder/'.repeat(500)}clip.mp4`;
  appendFileSync(path, `${JSON.stringify(toRecord(id))}\n${JSON.stringify({ gone: id })}`);
  expect(idsOf(await open())).toEqual([]);
});

it('reads the lines around one that was cut off', async () => {
  (await open()).put(toRecord('one'));
  appendFileSync(path, '\n{"id":"half","ki');
  (await open()).put(toRecord('two'));
  expect(idsOf(await open())).toEqual(['one', 'two']);
});

it('is for the user alone, and writes through no link', async () => {
  const other = join(folder, 'other');
  (await open()).put(toRecord('one'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  rmSync(path);
  appendFileSync(other, 'mine');
  symlinkSync(other, path);
  const log = await open();
  expect(() => log.put(toRecord('one'))).toThrow(/could not be written/);
  expect(readFileSync(other, 'utf8')).toBe('mine');
});
