import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listReaderSwitches } from '../../runtime/screen-reader.ts';
import { DbusConnection, findSessionBus } from '../../src/main/dbus/connection.ts';
import { answerProperties } from '../../src/main/dbus/properties.ts';
import { toVariant } from '../../src/main/dbus/values.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { findProgramProblem } from '../support/display.ts';

const missing =
  process.platform === 'linux'
    ? findProgramProblem(['dbus-daemon', 'gdbus'])
    : 'Only Linux has this bus.';

describeUnless(missing, 'the switches for a screen reader', () => {
  let daemon: ChildProcess;
  let address = '';
  let bus: DbusConnection | null = null;
  beforeEach(async () => {
    daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(daemon.stdout!, 'data')) as [Buffer];
    address = line.toString().trim();
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    bus?.close();
    bus = null;
    daemon.kill();
  });

  async function serveReader(isOn: boolean): Promise<void> {
    const path = findSessionBus({ DBUS_SESSION_BUS_ADDRESS: address });
    ({ connection: bus } = await DbusConnection.open(path ?? '', () => undefined));
    bus.serve('/org/a11y/bus', (call) =>
      answerProperties(call, { ScreenReaderEnabled: toVariant('b', isOn) }),
    );
    await bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'RequestName',
      signature: 'su',
      body: ['org.a11y.Bus', 0],
    });
  }

  it('are present while a screen reader runs', async () => {
    await serveReader(true);
    expect(await listReaderSwitches()).toEqual(['--force-renderer-accessibility']);
  });

  it('are absent while none runs', async () => {
    await serveReader(false);
    expect(await listReaderSwitches()).toEqual([]);
  });

  it('are absent when no service answers, and the check starts none', async () => {
    expect(await listReaderSwitches()).toEqual([]);
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', undefined);
    expect(await listReaderSwitches()).toEqual([]);
  });

  it('are absent when the query program cannot be started', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-gdbus-'));
    try {
      await writeFile(join(folder, 'gdbus'), '#!/no/such/shell\n', { mode: 0o755 });
      vi.stubEnv('PATH', folder);
      expect(await listReaderSwitches()).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
