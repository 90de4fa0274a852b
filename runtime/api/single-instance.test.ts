import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SingleInstance, type SecondStart } from './single-instance.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'guise-instance-'));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

describe('the lock of an app', () => {
  it('hands a second start over inside the folder of the user, however long its path is', async () => {
    const folder = join(base, 'x'.repeat(120), 'user-data');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    const started = Promise.withResolvers<SecondStart>();
    const first = new SingleInstance(started.resolve);
    const cwd = process.cwd();
    expect(first.request(folder, null)).toBe(true);
    expect(process.cwd()).toBe(cwd);
    expect(readdirSync(folder).toSorted()).toEqual(['instance.lock', 'instance.sock']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const second = `
      import { SingleInstance } from '${new URL('./single-instance.ts', import.meta.url).href}';
      console.log(new SingleInstance(() => {}).request(process.argv[1], { hello: 1 }));`;
    const args = ['--input-type=module', '-e', second, folder];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: base });
    expect(stdout.trim()).toBe('false');
    expect(await started.promise).toMatchObject({
      workingDirectory: base,
      additionalData: { hello: 1 },
    });
    first.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
