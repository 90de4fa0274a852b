import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DbusConnection, findSessionBus } from '../../src/main/dbus/connection.ts';
import { answerProperties } from '../../src/main/dbus/properties.ts';
import { toDbusText, toVariant } from '../../src/main/dbus/values.ts';
import { LinuxTray } from '../../src/main/desktop/linux-tray.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { findProgramProblem } from '../support/display.ts';

const missing =
  process.platform === 'linux' ? findProgramProblem(['dbus-daemon']) : 'Only Linux has this bus.';
const watcherName = 'org.kde.StatusNotifierWatcher';
const properties = 'org.freedesktop.DBus.Properties';

let daemon: ChildProcess;
let busPath = '';
const closings: (() => void)[] = [];

beforeEach(async () => {
  if (missing !== null) {
    return;
  }
  daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(daemon.stdout!, 'data')) as [Buffer];
  busPath = findSessionBus({ DBUS_SESSION_BUS_ADDRESS: line.toString().trim() })!;
});

afterEach(() => {
  for (const close of closings.splice(0)) {
    close();
  }
  daemon?.kill();
});

/** A panel that draws icons, as seen by programs. */
async function openPanel() {
  const items: string[] = [];
  const { connection } = await DbusConnection.open(busPath, () => undefined);
  closings.push(() => connection.close());
  connection.serve('/StatusNotifierWatcher', (call) => {
    if (call.member === 'RegisterStatusNotifierItem') {
      items.push(toDbusText(call.body[0]));
      return { signature: '', body: [] };
    }
    return answerProperties(call, { IsStatusNotifierHostRegistered: toVariant('b', true) });
  });
  const bus = {
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
  };
  await connection.call({
    ...bus,
    member: 'RequestName',
    signature: 'su',
    body: [watcherName, 0],
  });
  const owns = async (name: string) =>
    (await connection.call({ ...bus, member: 'NameHasOwner', signature: 's', body: [name] }))[0];
  return { connection, items, owns };
}

function openTray() {
  const heard: string[] = [];
  const tray = new LinuxTray({
    busPath,
    iconPath: '/icons/guise.png',
    title: 'Guise',
    onAvailable: (isAvailable) => heard.push(isAvailable ? 'available' : 'gone'),
    onClick: () => heard.push('click'),
    onSelect: (id) => heard.push(id),
    onFailure: (error) => heard.push(String(error)),
  });
  closings.push(() => tray.close());
  return { tray, heard };
}

const view = {
  tooltip: 'Guise · Live',
  items: [
    { id: 'window', label: 'Open Guise', isEnabled: true },
    { id: 'live.cover', label: 'Cover_now', isEnabled: true },
    { id: 'live.end', label: 'End', isEnabled: false },
  ],
};

describeUnless(missing, 'the icon in the tray of Linux', () => {
  it('is announced, shows its texts, and reports choices in its menu', async () => {
    const { connection, items, owns } = await openPanel();
    const { tray, heard } = openTray();
    await expect.poll(() => heard).toEqual(['available']);
    tray.show(view);
    await expect.poll(() => items).toHaveLength(1);
    const [destination = ''] = items;
    const item = { destination, path: '/StatusNotifierItem' };
    const get = async (name: string) =>
      (
        await connection.call({
          ...item,
          interface: properties,
          member: 'Get',
          signature: 'ss',
          body: ['org.kde.StatusNotifierItem', name],
        })
      )[0];
    expect(await get('ToolTip')).toEqual(toVariant('(sa(iiay)ss)', ['', [], 'Guise · Live', '']));
    expect(await get('IconName')).toEqual(toVariant('s', '/icons/guise.png'));
    await expect(get('Nothing')).rejects.toThrow(/UnknownMethod/);
    await expect(get('constructor')).rejects.toThrow(/UnknownMethod/);

    const menu = { destination, path: '/Menu', interface: 'com.canonical.dbusmenu' };
    const [, layout] = await connection.call({
      ...menu,
      member: 'GetLayout',
      signature: 'iias',
      body: [0, -1, []],
    });
    expect(JSON.stringify(layout)).toContain('Cover__now');
    const choose = (number: number) =>
      connection.call({
        ...menu,
        member: 'Event',
        signature: 'isvu',
        body: [number, 'clicked', toVariant('s', ''), 0],
      });
    await choose(2);
    await choose(3); // The item is disabled now.
    await choose(9);
    await connection.call({
      ...item,
      interface: 'org.kde.StatusNotifierItem',
      member: 'Activate',
      signature: 'ii',
      body: [0, 0],
    });
    expect(heard).toEqual(['available', 'live.cover', 'click']);

    tray.show(null);
    await expect.poll(() => owns(destination)).toBe(false);
    tray.show(view);
    await expect.poll(() => items).toHaveLength(2);
  });

  it('is absent without a panel, and appears when a panel starts later or restarts', async () => {
    const { tray, heard } = openTray();
    tray.show(view);
    const panel = await openPanel();
    await expect.poll(() => heard).toEqual(['available']);
    await expect.poll(() => panel.items).toHaveLength(1);
    panel.connection.close();
    await expect.poll(() => heard).toEqual(['available', 'gone']);
    const next = await openPanel();
    await expect.poll(() => next.items).toHaveLength(1);
    expect(heard).toEqual(['available', 'gone', 'available']);
  });

  it('disappears with the bus, and its connection answers later calls', async () => {
    await openPanel();
    const { tray, heard } = openTray();
    await expect.poll(() => heard).toEqual(['available']);
    const { connection } = await DbusConnection.open(busPath, () => undefined);
    daemon.kill('SIGKILL');
    await expect.poll(() => heard).toContain('gone');
    await expect
      .poll(() => connection.match("type='signal'").then(() => '', String))
      .toMatch(/gone/);
    tray.show(view);
    expect(heard.filter((word) => word === 'available')).toHaveLength(1);
  });

  it('notifies the panel of changed texts', async () => {
    const { items } = await openPanel();
    const signals: string[] = [];
    const listener = await DbusConnection.open(busPath, ({ member }) => signals.push(member ?? ''));
    closings.push(() => listener.connection.close());
    await listener.connection.match("type='signal',path='/StatusNotifierItem'");
    await listener.connection.match("type='signal',path='/Menu'");
    const { tray } = openTray();
    tray.show(view);
    await expect.poll(() => items).toHaveLength(1);
    tray.show({ ...view, tooltip: 'Guise · Covered' });
    await expect
      .poll(() => signals)
      .toEqual(expect.arrayContaining(['NewToolTip', 'LayoutUpdated']));
  });
});
