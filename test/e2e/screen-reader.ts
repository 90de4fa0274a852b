import { type CDPSession, expect, type Page } from '@playwright/test';
import type { PageReader } from './reader-walk.ts';

/** An object of the page in the form that a screen reader announces. */
export interface SpokenNode {
  readonly role: string;
  readonly name: string;
  /** Such as `focusable`, `disabled`, `pressed=true`; false states are omitted. */
  readonly states: readonly string[];
}

/** The page as a screen reader sees it: its tree and its announcements. */
export class ScreenReader implements PageReader {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** Listens to the page until it closes. */
  static async open(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    await page.evaluate(followLiveRegions);
    return new ScreenReader(page, session);
  }

  /** Waits for an object with this role, name and state; `!disabled` means not disabled. */
  async find(role: string, name: string | RegExp, state?: string): Promise<void> {
    const isWanted = (node: SpokenNode): boolean =>
      node.role === role &&
      (typeof name === 'string' ? node.name === name : name.test(node.name)) &&
      (state === undefined ||
        node.states.includes(state.replace('!', '')) !== state.startsWith('!'));
    await expect
      .poll(
        async () => {
          const nodes = await this.read();
          return nodes.some(isWanted) ? 'found' : nodes.filter((node) => node.role === role);
        },
        { message: `${role} ${String(name)}`, timeout: 60_000 },
      )
      .toBe('found');
  }

  /** Waits for a matching announcement since {@link forget}. */
  async hear(text: RegExp): Promise<void> {
    await expect
      .poll(() => this.listHeard(), { message: `said: ${String(text)}`, timeout: 60_000 })
      .toEqual(expect.arrayContaining([expect.stringMatching(text)]));
  }

  /** Lists the announcements since {@link forget}, in order. */
  listHeard(): Promise<string[]> {
    return this.#page.evaluate(() => Reflect.get(globalThis, 'announced') as string[]);
  }

  /** Forgets the announcements. */
  async forget(): Promise<void> {
    await this.#page.evaluate(() => (Reflect.get(globalThis, 'announced') as string[]).splice(0));
  }

  /** All objects that a screen reader finds. */
  async read(): Promise<readonly SpokenNode[]> {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => ({
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        states: properties.flatMap(({ name: state, value }) =>
          value.value === true
            ? [state]
            : value.value === false || value.value === 'false' || value.value === undefined
              ? []
              : [`${state}=${String(value.value)}`],
        ),
      }));
  }
}

/**
 * Runs in the page: records changes of live regions. Screen readers do not announce the initial text of a new region,
 * unless it is an alert.
 */
function followLiveRegions(): void {
  const announced: string[] = [];
  Reflect.set(globalThis, 'announced', announced);
  const regions =
    'output, [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
  const alerts = '[role="alert"], [aria-live="assertive"]';
  const known = new WeakSet<Element>(document.querySelectorAll(regions));
  const say = (region: Element): void => {
    const text = (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    if (text !== '' && announced.at(-1) !== text) {
      announced.push(text);
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(regions) ?? null;
      if (region !== null && known.has(region)) {
        say(region);
      }
      for (const added of addedNodes) {
        if (added instanceof Element) {
          [...(added.matches(alerts) ? [added] : []), ...added.querySelectorAll(alerts)].forEach(
            say,
          );
        }
      }
    }
    // Regions that this change added are announced from the next change on.
    document.querySelectorAll(regions).forEach((region) => known.add(region));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
