import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runConsole } from '../../src/service/console/run.ts';

let folder = '';
let out = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-selftest-test-'));
  vi.stubEnv('TMPDIR', folder);
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('swaps a picture and speaks on a service of its own, and leaves nothing', async () => {
  const code = await runConsole(['selftest', '--json']);
  const findings: { what: string; state: string; text: string }[] = JSON.parse(out);
  expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
  expect(code).toBe(0);
  const textOf = (name: string): string =>
    findings.find((finding) => finding.what === name)?.text ?? '';
  expect(textOf('models')).toMatch(/^all \d+ files have the checksum/);
  expect(textOf('native code')).toContain('node-av');
  expect(textOf('swap')).toMatch(/^384 × 512 in .* changed by \d/);
  expect(textOf('speech')).toMatch(/^[12]\.\d s by /);
  expect(await readdir(folder)).toEqual([]);
}, 120_000);
