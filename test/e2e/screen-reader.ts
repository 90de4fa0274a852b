import { type CDPSession, expect, type Page } from '@playwright/test';
import type { PageReader } from './reader-walk.ts';

/** A thing of the page as a screen reader says it. */
export interface SpokenNode {
  readonly role: string;
  readonly name: string;
  /** Such as `focusable`, `disabled`, `pressed=true`; what is false is left out. */
  readonly states: readonly string[];
}

/** The page as a screen reader has it: its tree, and what it says by itself. */
export class ScreenReader implements PageReader {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** Listens to the page until that is gone. */
  static async open(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    await page.evaluate(followLiveRegions);
    return new ScreenReader(page, session);
  }

  /** Waits for a thing with this role, name and state; `!disabled` is one that is not disabled. */
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

  /** Waits until something like this was said since {@link forget}. */
  async hear(text: RegExp): Promise<void> {
    await expect
      .poll(() => this.listHeard(), { message: `said: ${String(text)}`, timeout: 60_000 })
      .toEqual(expect.arrayContaining([expect.stringMatching(text)]));
  }

  /** Lists the announcements since {@link forget}, in order. */
  listHeard(): Promise<string[]> {
    return this.#page.evaluate(() => Reflect.get(globalThis, 'announced') as string[]);
  }

  /** Forgets what was said. */
  async forget(): Promise<void> {
    await this.#page.evaluate(() => (Reflect.get(globalThis, 'announced') as string[]).splice(0));
  }

  /** All that a screen reader finds. */
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
 * Runs in the page: notes what live regions say. A region that comes with its text is not said by screen readers, unless it
 * is an alert.
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
