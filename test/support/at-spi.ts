import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DbusCall, DbusConnection, findSessionBus } from '../../src/main/dbus/connection.ts';
import type { DbusMessage } from '../../src/main/dbus/message.ts';
import { type DbusValue, toDbusText, toVariant } from '../../src/main/dbus/values.ts';
import { findProgramProblem } from './display.ts';

const launchers = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];

/** Returns the reason why AT-SPI is unavailable on this machine; null when it is available. */
export function findAtSpiProblem(): string | null {
  if (process.platform !== 'linux') {
    return 'this is not Linux';
  }
  return launchers.some((path) => existsSync(path))
    ? findProgramProblem(['dbus-daemon'])
    : 'at-spi2-core is not installed';
}

/** Reference to an accessible object: bus name of its program and object path. */
export type AtSpiReference = readonly [program: string, path: string];

/** Private accessibility bus, on which programs expose themselves to screen readers. */
export class AtSpiBus {
  readonly #connection: DbusConnection;
  readonly #closings: (() => Promise<void> | void)[];
  /** Environment for programs that should use this bus. */
  readonly env: Readonly<Record<string, string>>;
  #onSignal: (message: DbusMessage) => void = () => undefined;

  private constructor(
    address: string,
    connection: DbusConnection,
    closings: (() => Promise<void> | void)[],
  ) {
    this.#connection = connection;
    this.#closings = closings;
    this.env = {
      DBUS_SESSION_BUS_ADDRESS: address,
      GNOME_ACCESSIBILITY: '1',
      ACCESSIBILITY_ENABLED: '1',
    };
  }

  /** Starts a session bus and the bus of AT-SPI on it. The caller closes it. */
  static async open(): Promise<AtSpiBus> {
    const folder = await mkdtemp(join(tmpdir(), 'guise-at-spi-'));
    const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    const closings: (() => Promise<void> | void)[] = [
      () => endProcess(daemon),
      () => rm(folder, { recursive: true, force: true }),
    ];
    const [line] = (await once(daemon.stdout, 'data')) as [Buffer];
    const address = line.toString().trim();
    const session = await connectTo(address, () => undefined);
    const [told] = await session.call({
      destination: 'org.a11y.Bus',
      path: '/org/a11y/bus',
      interface: 'org.a11y.Bus',
      member: 'GetAddress',
    });
    // Screen readers set these properties, and programs expose more then.
    for (const property of ['IsEnabled', 'ScreenReaderEnabled']) {
      await session.call({
        destination: 'org.a11y.Bus',
        path: '/org/a11y/bus',
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Set',
        signature: 'ssv',
        body: ['org.a11y.Status', property, toVariant('b', true)],
      });
    }
    session.close();
    const late: { bus: AtSpiBus | null } = { bus: null };
    const connection = await connectTo(toDbusText(told), (message) =>
      late.bus === null ? undefined : late.bus.#onSignal(message),
    );
    closings.unshift(() => connection.close());
    late.bus = new AtSpiBus(address, connection, closings);
    return late.bus;
  }

  /** Listens to events of these kinds, such as `object:text-changed`, from all programs. */
  async listen(kinds: readonly string[], listener: (message: DbusMessage) => void): Promise<void> {
    this.#onSignal = listener;
    await this.#connection.match("type='signal',interface='org.a11y.atspi.Event.Object'");
    for (const kind of kinds) {
      await this.#connection.call({
        destination: 'org.a11y.atspi.Registry',
        path: '/org/a11y/atspi/registry',
        interface: 'org.a11y.atspi.Registry',
        member: 'RegisterEvent',
        signature: 's',
        body: [kind],
      });
    }
  }

  /** Lists the programs on the bus. */
  listPrograms(): Promise<readonly AtSpiReference[]> {
    return this.listChildren(['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root']);
  }

  async listChildren(thing: AtSpiReference): Promise<readonly AtSpiReference[]> {
    const children = await this.ask(thing, 'Accessible', 'GetChildren');
    return Array.isArray(children) ? children.map(toReference) : [];
  }

  async readName(thing: AtSpiReference): Promise<string> {
    const [name] = await this.#call(thing, {
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.a11y.atspi.Accessible', 'Name'],
    });
    return toDbusText(unwrap(name));
  }

  async readRole(thing: AtSpiReference): Promise<string> {
    return toDbusText(await this.ask(thing, 'Accessible', 'GetRoleName'));
  }

  /** Reads the numbers of an object's active states. */
  async readStates(thing: AtSpiReference): Promise<ReadonlySet<number>> {
    const words = await this.ask(thing, 'Accessible', 'GetState');
    const bits = Array.isArray(words) ? words.map(Number) : [];
    return new Set(
      bits.flatMap((word, index) =>
        Array.from({ length: 32 }, (_, bit) => bit)
          .filter((bit) => (word >>> bit) % 2 === 1)
          .map((bit) => index * 32 + bit),
      ),
    );
  }

  async readAttributes(thing: AtSpiReference): Promise<ReadonlyMap<string, string>> {
    const entries = await this.ask(thing, 'Accessible', 'GetAttributes');
    return new Map(
      (Array.isArray(entries) ? entries : []).map((entry) => {
        const [name, value] = Array.isArray(entry) ? entry : [];
        return [toDbusText(name), toDbusText(value)];
      }),
    );
  }

  /** Reads the text of an object with that of embedded objects, or its name when it has no text. */
  async readText(thing: AtSpiReference): Promise<string> {
    const own = await this.ask(thing, 'Text', 'GetText', 'ii', [0, -1]).catch(() => '');
    const text = toDbusText(own);
    if (text === '') {
      return this.readName(thing);
    }
    const inner = text.includes(EMBEDDED) ? await this.listChildren(thing) : [];
    const texts = await Promise.all(inner.map((child) => this.readText(child)));
    return text.replaceAll(EMBEDDED, () => ` ${texts.shift() ?? ''} `);
  }

  /** Calls a method of an AT-SPI interface; returns the first value of the reply. */
  async ask(
    thing: AtSpiReference,
    of: string,
    member: string,
    signature = '',
    body: readonly DbusValue[] = [],
  ): Promise<DbusValue | undefined> {
    const call = { interface: `org.a11y.atspi.${of}`, member, signature, body };
    return (await this.#call(thing, call))[0];
  }

  async close(): Promise<void> {
    for (const close of this.#closings) {
      await close();
    }
  }

  #call(
    [destination, path]: AtSpiReference,
    call: Omit<DbusCall, 'destination' | 'path'>,
  ): Promise<readonly DbusValue[]> {
    return this.#connection.call({ destination, path, ...call });
  }
}

/** Placeholder of an embedded object in a text. */
const EMBEDDED = '\u{FFFC}';

/** Returns the value of a variant; other values unchanged. */
export function unwrap(value: DbusValue | undefined): DbusValue | undefined {
  return typeof value === 'object' && 'signature' in value ? value.value : value;
}

/** Parses a reference of the bus. */
export function toReference(value: DbusValue | undefined): AtSpiReference {
  const [program, path] = Array.isArray(value) ? value : [];
  return [toDbusText(program), toDbusText(path)];
}

async function connectTo(
  address: string,
  onSignal: (message: DbusMessage) => void,
): Promise<DbusConnection> {
  const path = findSessionBus({ DBUS_SESSION_BUS_ADDRESS: address });
  if (path === null) {
    throw new Error(`There is no bus at ${address}.`);
  }
  for (let tries = 0; ; tries += 1) {
    try {
      return (await DbusConnection.open(path, onSignal)).connection;
    } catch (error) {
      if (tries === 50) {
        throw error;
      }
      await pause(100); // Its daemon is starting.
    }
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill();
    await once(child, 'exit');
  }
}
