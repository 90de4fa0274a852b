import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Display, openDisplay } from '../support/display.ts';
import { type BareApp, commandLine, descendants, isRunning, startBare } from './process.ts';
import { fixture, runtimes } from './runtimes.ts';

const runtime = runtimes[0]!;
let display: Display;
beforeAll(async () => {
  display = await openDisplay();
});
afterAll(() => display.close());

let running: BareApp[] = [];
const start = (options: Parameters<typeof startBare>[2] = {}): BareApp => {
  const app = startBare(runtime, display, options);
  running.push(app);
  return app;
};
afterEach(async () => {
  await Promise.all(running.map((app) => app.clear()));
  running = [];
});

/** The browser process: a child of the app with the pipe. */
function toBrowser(app: BareApp): number {
  const found = descendants(app.pid).find((pid) => {
    const args = commandLine(pid);
    return (
      args.includes('--remote-debugging-pipe=cbor') &&
      !args.some((arg) => arg.startsWith('--type='))
    );
  });
  if (found === undefined) {
    // Never 0: a signal to it reaches the test runner and everything around it.
    throw new Error('The browser process of the app was not found.');
  }
  return found;
}

describe('ends', () => {
  it('ends the app cleanly when Chromium is killed', async () => {
    const app = start();
    await app.until('loaded');
    process.kill(toBrowser(app), 'SIGKILL');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    const steps = new Set(['closed', 'window-all-closed', 'will-quit', 'quit 0']);
    expect(
      app
        .output()
        .split('\n')
        .filter((line) => steps.has(line)),
    ).toEqual([...steps]);
  }, 30_000);

  it('leaves no Chromium behind when the app is killed', async () => {
    const app = start();
    await app.until('loaded');
    const all = descendants(app.pid);
    expect(all.length).toBeGreaterThan(3);
    app.child.kill('SIGKILL');
    await app.ended;
    await expect.poll(() => all.filter(isRunning)).toEqual([]);
  }, 30_000);

  it('starts again after both were killed', async () => {
    const app = start();
    await app.until('loaded');
    const all = descendants(app.pid);
    process.kill(toBrowser(app), 'SIGKILL');
    app.child.kill('SIGKILL');
    await app.ended;
    await expect.poll(() => all.filter(isRunning)).toEqual([]);
    const again = start({ userData: app.userData });
    await again.until('loaded');
  }, 30_000);
});

describe('refusals', () => {
  it('names the requested Chromium when it is missing', async () => {
    const app = start({ env: { CHROMIUM_PATH: '/nowhere/chromium' } });
    expect(await app.ended).toEqual({ code: 1, signal: null });
    expect(app.output()).toContain('CHROMIUM_PATH names /nowhere/chromium, which cannot be run.');
  });

  it('reports a missing display', async () => {
    const app = start({ env: { DISPLAY: '' } });
    expect(await app.ended).toEqual({ code: 1, signal: null });
    expect(app.output()).toContain('Unable to open X display');
  });

  it('shows the output of Chromium when it does not start', async () => {
    const app = start({ env: { CHROMIUM_PATH: '/bin/false' } });
    expect(await app.ended).toEqual({ code: 1, signal: null });
    expect(app.output()).toContain('Chromium (/bin/false) did not start.');
  });

  it('opens no debugger for a packaged app', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packaged-'));
    cpSync(fixture, folder, { recursive: true });
    writeFileSync(join(folder, '.packaged'), '');
    for (const arg of ['--inspect=0', '--remote-debugging-port=0']) {
      const app = start({ app: folder, args: [arg] });
      expect(await app.ended).toEqual({ code: 2, signal: null });
      expect(app.output()).toContain('takes no debugging switches');
      expect(app.output()).not.toContain('listening');
    }
    rmSync(folder, { recursive: true });
  });
});

describe('an installed app', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'installed-'));
    const runtimeFolder = join(fixture, '../../../runtime');
    cpSync(runtimeFolder, join(folder, 'runtime'), { recursive: true });
    cpSync(fixture, join(folder, 'resources/app'), { recursive: true });
    cpSync(join(runtimeFolder, 'electron'), join(folder, 'fixture'));
    symlinkSync(process.execPath, join(folder, 'node'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is found beside the runtime and gets all arguments of the command line', async () => {
    const installed = { ...runtime, executable: join(folder, 'fixture') };
    const app = startBare(installed, display, { app: 'a-file.txt', args: ['--inspected=no'] });
    running.push(app);
    await app.until('loaded');
    app.child.stdin?.write('bridge.send("facts")');
    await app.until('facts');
    const facts: unknown = JSON.parse(/^facts (.*)$/m.exec(app.output())?.[1] ?? '{}');
    expect(facts).toMatchObject({
      isPackaged: true,
      path: join(folder, 'resources/app'),
      exe: join(folder, 'fixture'),
      resources: join(folder, 'resources'),
      last: '--inspected=no',
    });
  }, 30_000);

  it('takes no debugging switches', async () => {
    const installed = { ...runtime, executable: join(folder, 'fixture') };
    const app = startBare(installed, display, { args: ['--inspect=0'] });
    running.push(app);
    expect(await app.ended).toEqual({ code: 2, signal: null });
  }, 30_000);
});

describe('the processes of a running app', () => {
  it('keep the process id, have no open port and no connection', async () => {
    const app = start();
    await app.until('loaded');
    expect(commandLine(app.pid)[0]).toMatch(/node$/);
    const all = descendants(app.pid);
    const inodes = new Set(all.flatMap(listSockets));
    const used = networkSockets().filter(({ inode }) => inodes.has(inode));
    expect(used).toEqual([]);
  }, 30_000);

  it('give Chromium a dead proxy, and its sandbox unless root runs it', async () => {
    const app = start();
    await app.until('loaded');
    const args = commandLine(toBrowser(app));
    expect(args).toContain('--proxy-server=http://127.0.0.1:9');
    expect(args).toContain('--proxy-bypass-list=<-loopback>;127.0.0.1');
    expect(args.some((arg) => arg.startsWith('--remote-debugging-port'))).toBe(false);
    if (process.getuid?.() !== 0) {
      // The suite's own switch is for the tools that pass it; nothing else adds one.
      expect(args.filter((arg) => arg === '--no-sandbox').length).toBeLessThan(2);
    }
  }, 30_000);
});

it('runs through a symbolic link and prints its version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'link-'));
  const link = join(folder, 'electron');
  symlinkSync(runtime.executable ?? '', link);
  expect(String(execFileSync(link, ['--version']))).toMatch(/^v\d/);
  rmSync(folder, { recursive: true });
});

/** Inodes of the sockets a process holds. */
function listSockets(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        const match = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`));
        return match?.[1] === undefined ? [] : [match[1]];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** TCP and UDP sockets of this machine, from the kernel's tables. */
function networkSockets(): Array<{ readonly inode: string; readonly line: string }> {
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => ({ line: line.trim(), inode: line.trim().split(/\s+/)[9] ?? '' }))
      .filter(({ line }) => line !== ''),
  );
}
