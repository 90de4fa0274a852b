import { expect } from '@playwright/test';
import type { DbusMessage } from '../../src/main/dbus/message.ts';
import { toDbusText } from '../../src/main/dbus/values.ts';
import { type AtSpiBus, type AtSpiReference, toReference, unwrap } from '../support/at-spi.ts';
import type { PageReader } from './reader-walk.ts';

/** Roles of ARIA by the names that AT-SPI has for them. */
const roleNames: Readonly<Record<string, readonly string[]>> = {
  button: ['push button', 'button', 'toggle button'],
  heading: ['heading'],
  radio: ['radio button'],
  region: ['landmark', 'section', 'panel'],
  slider: ['slider'],
  list: ['list'],
};

/** Numbers of states of AT-SPI. */
const states = { checked: 4, enabled: 8, focusable: 11, pressed: 20, sensitive: 24, showing: 25 };

const stateTests: Readonly<Record<string, (on: ReadonlySet<number>) => boolean>> = {
  'checked=true': (on) => on.has(states.checked),
  disabled: (on) => !on.has(states.enabled) && !on.has(states.sensitive),
  focusable: (on) => on.has(states.focusable),
  'pressed=true': (on) => on.has(states.pressed) || on.has(states.checked),
};

interface ReadThing {
  readonly role: string;
  readonly name: string;
  readonly on: ReadonlySet<number>;
}

/** Number of concurrent calls; a program answers calls in sequence. */
const MAX_CALLS = 32;

/** The app as Orca and other readers of Linux have it: over D-Bus, with the events that they speak on. */
export class AtSpiReader implements PageReader {
  readonly #bus: AtSpiBus;
  readonly #said: string[] = [];
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(bus: AtSpiBus) {
    this.#bus = bus;
  }

  /** Listens to all programs of the bus until that is closed. */
  static async open(bus: AtSpiBus): Promise<AtSpiReader> {
    const reader = new AtSpiReader(bus);
    const kinds = [
      'object:text-changed',
      'object:children-changed',
      'object:state-changed:showing',
      'object:announcement',
      'object:property-change:accessible-name',
    ];
    await bus.listen(kinds, (message) => reader.#receive(message));
    return reader;
  }

  async find(role: string, name: string | RegExp, state = ''): Promise<void> {
    const isName = (text: string): boolean =>
      typeof name === 'string' ? text === name : name.test(text);
    const isState = stateTests[state.replace('!', '')] ?? (() => true);
    const isWanted = ({ name: text, on }: ReadThing): boolean =>
      isName(text) && isState(on) !== state.startsWith('!');
    await expect
      .poll(
        async () => {
          const things = (await this.read()).filter((thing) =>
            (roleNames[role] ?? [role]).includes(thing.role),
          );
          return things.some(isWanted)
            ? 'found'
            : things.map((thing) => `${thing.role} ${thing.name} ${[...thing.on].join()}`);
        },
        { message: `${role} ${String(name)} ${state}`, timeout: 60_000 },
      )
      .toBe('found');
  }

  async hear(text: RegExp): Promise<void> {
    await expect
      .poll(() => this.#said, { message: `said: ${String(text)}`, timeout: 60_000 })
      .toEqual(expect.arrayContaining([expect.stringMatching(text)]));
  }

  async listHeard(): Promise<readonly string[]> {
    await this.#reading;
    return [...this.#said];
  }

  async forget(): Promise<void> {
    await this.#reading;
    this.#said.splice(0);
  }

  /** All visible objects of all programs. */
  async read(): Promise<readonly ReadThing[]> {
    const found: ReadThing[] = [];
    let level = await this.#bus.listPrograms();
    while (level.length > 0) {
      const next: AtSpiReference[] = [];
      for (let start = 0; start < level.length; start += MAX_CALLS) {
        const read = level
          .slice(start, start + MAX_CALLS)
          .map((thing) => this.#readThing(thing).catch(() => null));
        for (const thing of await Promise.all(read)) {
          if (thing !== null) {
            found.push(thing);
            next.push(...thing.children);
          }
        }
      }
      level = next;
    }
    return found;
  }

  async #readThing(
    thing: AtSpiReference,
  ): Promise<ReadThing & { readonly children: readonly AtSpiReference[] }> {
    const [role, name, on, children] = await Promise.all([
      this.#bus.readRole(thing),
      this.#bus.readName(thing),
      this.#bus.readStates(thing),
      this.#bus.listChildren(thing),
    ]);
    return { role, name, on, children };
  }

  #receive(message: DbusMessage): void {
    this.#reading = this.#reading.then(() => this.#speak(message).catch(() => undefined));
  }

  /** Speaks an event: text in a live region, an alert that appeared, an announcement. */
  async #speak({ member, path, sender, body }: DbusMessage): Promise<void> {
    const [detail, isOn, , about] = body;
    const thing: AtSpiReference = [sender ?? '', path ?? ''];
    if (member === 'Announcement') {
      this.#say(toDbusText(unwrap(about)));
    } else if (member === 'StateChanged') {
      const isAlert = Number(isOn) === 1 && (await this.#bus.readRole(thing)) === 'alert';
      if (isAlert) {
        this.#say(await this.#bus.readText(thing));
      }
    } else if (toDbusText(detail).startsWith('insert') || toDbusText(detail).startsWith('add')) {
      const attributes = await this.#bus.readAttributes(thing);
      const live = attributes.get('container-live') ?? attributes.get('live') ?? 'off';
      if (live !== 'off') {
        const added = member === 'ChildrenChanged' ? toReference(unwrap(about)) : thing;
        this.#say(await this.#bus.readText(thing));
        this.#say(await this.#bus.readText(added));
      }
    }
  }

  #say(text: string): void {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (words !== '' && this.#said.at(-1) !== words) {
      this.#said.push(words);
    }
  }
}
