import { setTimeout as pause } from 'node:timers/promises';
import type { WebContents } from 'electron/main';

/** Longest wait for something of the page, on a machine that is busy with other work. */
const LIMIT_MS = 120_000;

/** Operates a page by selectors of CSS, as a user would by hand. */
export class PageDriver {
  readonly #page: WebContents;

  constructor(page: WebContents) {
    this.#page = page;
  }

  /** Resolves when there is a document. Rejects after two minutes. */
  async waitForPage(): Promise<void> {
    const endMs = performance.now() + LIMIT_MS;
    while (this.#page.getURL() === '' || this.#page.isLoading()) {
      if (performance.now() > endMs) {
        throw new Error('The page was not loaded.');
      }
      await pause(50);
    }
  }

  /** Text of the first element that matches, as soon as there is one. Rejects after two minutes. */
  async waitFor(selector: string): Promise<string> {
    return String(
      await this.#run(`new Promise((resolve, reject) => {
        const endMs = performance.now() + ${LIMIT_MS};
        const search = () => {
          const found = document.querySelector(${JSON.stringify(selector)});
          if (found !== null) {
            resolve(found.textContent.trim());
          } else if (performance.now() > endMs) {
            reject(new Error(${JSON.stringify(`The page has no ${selector}.`)}));
          } else {
            setTimeout(search, 50);
          }
        };
        search();
      })`),
    );
  }

  async click(selector: string): Promise<void> {
    await this.waitFor(selector);
    await this.#run(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  /** Values of an attribute of all elements that match. */
  async readAll(selector: string, attribute: string): Promise<string[]> {
    const values: unknown = await this.#run(
      `[...document.querySelectorAll(${JSON.stringify(selector)})]
        .map((element) => element.getAttribute(${JSON.stringify(attribute)}) ?? '')`,
    );
    return Array.isArray(values) ? values.map(String) : [];
  }

  /** Asks main the way the page does. Rejects when main answers with an error. */
  async call(name: string, input: object): Promise<void> {
    const failed = await this.#run(
      `guise.call(${JSON.stringify(name)}, ${JSON.stringify(input)})
        .then((reply) => (reply.ok ? null : JSON.stringify(reply.error)))`,
    );
    if (typeof failed === 'string') {
      throw new Error(`${name} failed: ${failed}`);
    }
  }

  /** A PNG of the page when its fonts are there and what moves to an end has got there. */
  async capture(): Promise<Buffer> {
    await this.#run(`document.fonts.ready
      .then(() => Promise.allSettled(
        document.getAnimations()
          .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
          .map((each) => each.finished)))
      .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))))`);
    return (await this.#page.capturePage()).toPNG();
  }

  #run(code: string): Promise<unknown> {
    return this.#page.executeJavaScript(code, true);
  }
}
