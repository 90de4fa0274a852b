import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCompileCache } from './compile-cache.mjs';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'guise-cache-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});
const find = (): string | null => findCompileCache({ XDG_CACHE_HOME: home });
const compile = (): string => join(home, 'guise', 'compile');

describe('the folder of compiled code', () => {
  it('is made for the user alone, in the cache of the user', () => {
    expect(find()).toBe(compile());
    expect(statSync(compile()).mode & 0o777).toBe(0o700);
  });

  it('is closed when it stood open', () => {
    mkdirSync(compile(), { recursive: true });
    chmodSync(compile(), 0o777);
    expect(find()).toBe(compile());
    expect(statSync(compile()).mode & 0o777).toBe(0o700);
  });

  it('is none where a link lies in its place', () => {
    mkdirSync(join(home, 'guise'));
    symlinkSync(tmpdir(), compile());
    expect(find()).toBeNull();
  });

  it('is none where everyone could put another folder in its place', () => {
    chmodSync(home, 0o777);
    expect(find()).toBeNull();
    chmodSync(home, 0o1777);
    expect(find()).toBe(compile());
  });

  it('is none where it cannot be made', () => {
    expect(findCompileCache({ XDG_CACHE_HOME: '/dev/null/cache' })).toBeNull();
  });

  it('is null where another user owns the folder', (context) => {
    if (process.getuid?.() !== 0) {
      context.skip('only root can give a folder to somebody else');
    }
    mkdirSync(compile(), { recursive: true });
    execFileSync('chown', ['65534', compile()]);
    expect(find()).toBeNull();
  });

  it('is what the service keeps its own in, and never a folder inside another of its kind', () => {
    const script = `
      import { fork } from 'node:child_process';
      import { getCompileCacheDir } from 'node:module';
      import { beginLeanStart } from '${new URL('../service/lean-start.ts', import.meta.url).href}';
      import { openWorkerCaches } from '${new URL('../service/sandbox/worker-caches.ts', import.meta.url).href}';
      if (process.argv[2] === 'worker') {
        process.send(getCompileCacheDir());
      } else {
        beginLeanStart();
        const env = { ...process.env, ...openWorkerCaches('job').env };
        fork(process.argv[1], ['worker'], { env }).on('message', (folder) => {
          console.log(JSON.stringify([getCompileCacheDir(), folder, process.umask().toString(8)]));
        });
      }`;
    const path = join(home, 'ask.mjs');
    writeFileSync(path, script);
    const said = execFileSync(process.execPath, [path], {
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: home },
      encoding: 'utf8',
    });
    const [own, worker, umask] = JSON.parse(said);
    expect(dirname(own)).toBe(compile());
    expect(dirname(worker)).toBe(join(compile(), 'job-workers'));
    expect(umask).toBe('77');
  });
});
