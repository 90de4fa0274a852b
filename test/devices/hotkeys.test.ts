import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { X11HotkeysHost } from '../../src/main/hotkeys/x11-hotkeys-host.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { type Display, openDisplay, findProgramProblem } from '../support/display.ts';

const run = promisify(execFile);
const missing =
  process.platform === 'linux'
    ? findProgramProblem(['Xvfb', 'xdotool'])
    : 'X11 is a thing of Linux';

let display: Display;
const children: ChildProcess[] = [];
const hosts: X11HotkeysHost[] = [];

afterEach(async () => {
  for (const host of hosts.splice(0)) {
    await host.close();
  }
});

/** Presses and releases keys as a person does. */
const press = (...words: readonly string[]) => run('xdotool', [...words], { env: display.env });

function openHost(env: NodeJS.ProcessEnv = display.env) {
  const heard: string[] = [];
  const host = new X11HotkeysHost(
    () => {
      const child = fork(resolveInProject('src', 'devices', 'hotkeys', 'hotkeys-entry.ts'), {
        env,
      });
      children.push(child);
      return {
        send: (message) => void child.send(message),
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.on('exit', listener),
        kill: () => void child.kill('SIGKILL'),
      };
    },
    (id, isDown) => heard.push(`${id} ${isDown ? 'down' : 'up'}`),
  );
  hosts.push(host);
  return { host, heard };
}

describeUnless(missing, 'keys of X11', () => {
  beforeAll(async () => {
    display = await openDisplay({ isAlwaysNew: true });
  });
  afterAll(() => display.close());

  it('reports presses and releases, also with Caps Lock or Num Lock on', async () => {
    const { host, heard } = openHost();
    const refused = await host.hold([
      { id: 'cover', accelerator: 'F9' },
      { id: 'mute', accelerator: 'CommandOrControl+Alt+M' },
      { id: 'talk', accelerator: 'F8' },
    ]);
    expect(refused).toEqual([]);
    await press('keydown', 'F8');
    await expect.poll(() => heard).toEqual(['talk down']);
    await press('keyup', 'F8');
    await expect.poll(() => heard).toEqual(['talk down', 'talk up']);
    heard.length = 0;
    await press('key', 'ctrl+alt+m');
    await press('key', 'ctrl+m', 'key', 'alt+m', 'key', 'ctrl+alt+shift+m', 'key', 'm');
    await press('key', 'Caps_Lock', 'key', 'F9', 'key', 'Caps_Lock');
    await press('key', 'Num_Lock', 'key', 'F9', 'key', 'Num_Lock');
    await expect
      .poll(() => heard)
      .toEqual(['mute down', 'mute up', 'cover down', 'cover up', 'cover down', 'cover up']);
  });

  it('does not repeat a held key, and reports its release after that of its modifiers', async () => {
    const { host, heard } = openHost();
    await host.hold([{ id: 'talk', accelerator: 'CommandOrControl+Alt+T' }]);
    await press('keydown', 'ctrl', 'keydown', 'alt', 'keydown', 't', 'sleep', '1');
    await press('keyup', 'ctrl', 'keyup', 'alt');
    expect(heard).toEqual(['talk down']);
    await press('keyup', 't');
    await expect.poll(() => heard).toEqual(['talk down', 'talk up']);
  });

  it('names the keys that another program has, and gets them once they are free', async () => {
    const first = openHost();
    const second = openHost();
    await first.host.hold([{ id: 'cover', accelerator: 'F9' }]);
    const keys = [
      { id: 'cover', accelerator: 'F9' },
      { id: 'mute', accelerator: 'F10' },
    ] as const;
    expect(await second.host.hold(keys)).toEqual(['cover']);
    await press('key', 'F10');
    await expect.poll(() => second.heard).toEqual(['mute down', 'mute up']);
    await first.host.hold([]);
    await expect.poll(() => second.host.hold(keys)).toEqual([]);
  });

  it('releases a key that is held while its process dies', async () => {
    const { host, heard } = openHost();
    await host.hold([{ id: 'talk', accelerator: 'F8' }]);
    await press('keydown', 'F8');
    await expect.poll(() => heard).toEqual(['talk down']);
    const child = children.at(-1)!;
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => heard).toEqual(['talk down', 'talk up']);
    await press('keyup', 'F8');
  });
});

it('reports a missing display', async () => {
  const { host } = openHost({ ...process.env, DISPLAY: ':9999', WAYLAND_DISPLAY: '' });
  await expect(host.hold([{ id: 'cover', accelerator: 'F9' }])).rejects.toMatchObject({
    code: 'capability_unavailable',
  });
});
