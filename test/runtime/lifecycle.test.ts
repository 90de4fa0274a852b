import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Display, openDisplay, findProgramProblem } from '../support/display.ts';
import { itUnless } from '../support/describe-unless.ts';
import { type BareApp, startBare } from './process.ts';
import { runtimes } from './runtimes.ts';

let display: Display;
beforeAll(async () => {
  display = await openDisplay({ isAlwaysNew: true });
});
afterAll(() => display.close());

describe.each(runtimes)('life of an app on $name', (runtime) => {
  if (runtime.executable === null) {
    it.skip(`is skipped: ${runtime.reason}`, () => {});
    return;
  }
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

  it('quits cleanly at a request to end', async () => {
    const app = start();
    await app.until('loaded');
    app.child.kill('SIGTERM');
    expect(await app.ended).toEqual({ code: 0, signal: null });
    const steps = ['before-quit', 'closed', 'will-quit', 'quit 0'];
    expect(listLines(app).filter((line) => steps.includes(line))).toEqual(steps);
  }, 30_000);

  it('notifies the first instance of a second start, which ends at once', async () => {
    const first = start();
    await first.until('loaded');
    const second = start({ userData: first.userData, args: ['open-this'] });
    expect(await second.ended).toEqual({ code: 0, signal: null });
    expect(second.output()).toContain('second instance leaves');
    await first.until('second-instance open-this');
    expect(first.output()).toContain(`{"from":${second.pid}}`);
  }, 30_000);

  itUnless(
    findProgramProblem(['xdotool', 'openbox']),
    'lets the app veto the close button, with true bounds, and then closes',
    async () => {
      const app = start({ env: { FIXTURE_VETOES: '1' } });
      await app.until('loaded');
      const id = await findWindowId();
      xdotool('windowsize', id, '640', '420');
      await expect.poll(() => xdotool('getwindowgeometry', '--shell', id)).toContain('WIDTH=640');
      await closeButton(id);
      await app.until('close asked');
      expect(app.output()).toContain('"width":640');
      expect(app.output()).not.toContain('closed');
      await closeButton(id);
      expect(await app.ended).toEqual({ code: 0, signal: null });
      expect(listLines(app)).toContain('window-all-closed');
    },
    30_000,
  );

  itUnless(
    findProgramProblem(['xdotool']),
    'does not treat a reload as a close',
    async () => {
      const app = start({ env: { FIXTURE_VETOES: '1' } });
      await app.until('loaded');
      app.child.stdin?.write('location.reload()');
      await app.until('loaded again');
      expect(app.output()).not.toContain('close asked');
      if (runtime.name === 'chromium') {
        const id = await findWindowId();
        await activate(id);
        xdotool('key', '--clearmodifiers', 'F5');
        await expect.poll(() => app.output().split('loaded again').length).toBe(3);
        expect(app.output()).not.toContain('close asked');
      }
    },
    30_000,
  );

  async function findWindowId(): Promise<string> {
    let id = '';
    await expect
      .poll(() => {
        id = xdotool('search', '--onlyvisible', '--name', '^Fixture$').trim().split('\n')[0] ?? '';
        return id;
      })
      .toMatch(/^\d+$/);
    return id;
  }

  function xdotool(...args: string[]): string {
    try {
      return String(
        execFileSync('xdotool', args, { env: display.env, stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    } catch {
      return '';
    }
  }

  /** Asks again, because a window manager misses the first request just after its start. */
  async function activate(id: string): Promise<void> {
    const active = (): string => {
      xdotool('windowactivate', id);
      return xdotool('getactivewindow').trim();
    };
    await expect.poll(active, { timeout: 10_000 }).toBe(id);
  }

  /** Closes a window as a window manager does when its close button is pressed. */
  async function closeButton(id: string): Promise<void> {
    await activate(id);
    xdotool('key', '--clearmodifiers', 'alt+F4');
  }
});

function listLines(app: BareApp): string[] {
  return app.output().split('\n');
}
