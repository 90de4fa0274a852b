import type { WatchedWindow } from './app-window-events.ts';
import type { Page } from './page.ts';

/** Observes one load of a window from before its start, so that no event is missed. */
export class LoadWatch {
  readonly #window: WatchedWindow;
  readonly #url: string;
  readonly #outcome = Promise.withResolvers<void>();
  #page: Page | null = null;
  #isDone: ((page: Page) => boolean) | null = null;
  /** Documents that failed, by the browser's id. */
  readonly #failures = new Map<string, string>();
  #loaderId: string | null = null;

  constructor(window: WatchedWindow, url: string) {
    this.#window = window;
    this.#url = url;
    // The rejection is delivered to waiters; there may be none yet.
    this.#outcome.promise.catch(() => {});
    window.on('opened', this.#subscribe);
    window.on('closed', this.#onClosed);
    if (window.page !== null) {
      this.#subscribe(window.page);
    }
  }

  /**
   * Resolves when the page is where `isDone` wants it after a load; rejects when the document with
   * `loaderId` (or, without one, any) could not be loaded, or the window is closed.
   */
  untilLoaded(isDone: (page: Page) => boolean, loaderId: string | null = null): Promise<void> {
    this.#isDone = isDone;
    this.#loaderId = loaderId;
    if (loaderId !== null && this.#page?.loadedId === loaderId) {
      this.#outcome.resolve();
    }
    for (const [id, url] of this.#failures) {
      this.#judgeFailure(id, url);
    }
    return this.#outcome.promise;
  }

  /** Stops watching. */
  close(): void {
    this.#window.off('opened', this.#subscribe);
    this.#window.off('closed', this.#onClosed);
    this.#page?.off('load', this.#onLoad);
    this.#page?.off('failed', this.#onFailed);
  }

  readonly #subscribe = (page: Page): void => {
    this.#page = page;
    page.on('load', this.#onLoad);
    page.on('failed', this.#onFailed);
  };

  readonly #onLoad = (): void => {
    if (this.#page !== null && this.#isDone?.(this.#page) === true) {
      this.#outcome.resolve();
    }
  };

  readonly #onFailed = (failure: { readonly url: string; readonly loaderId: string }): void => {
    this.#failures.set(failure.loaderId, failure.url);
    if (this.#isDone !== null) {
      this.#judgeFailure(failure.loaderId, failure.url);
    }
  };

  readonly #onClosed = (): void => {
    this.#outcome.reject(new Error(`ERR_ABORTED (-3) loading '${this.#url}'`));
  };

  #judgeFailure(loaderId: string, url: string): void {
    if (this.#loaderId === null || this.#loaderId === loaderId) {
      this.#outcome.reject(new Error(`ERR_FAILED (-2) loading '${url}'`));
    }
  }
}
