import { EventEmitter } from 'node:events';
import type { Browser } from '../chromium/browser.ts';
import { checkMembers, ChromiumUnsuitableError } from '../cdp/self-check.ts';
import { logBug } from '../log.ts';
import { toBrowserUrl } from './app-url.ts';
import { LoadWatch } from './load-watch.ts';
import { Page, type PageOptions } from './page.ts';
import { type Rectangle, type SizeLimits, WindowFrame } from './window-frame.ts';
import type { AppWindowEvents } from './app-window-events.ts';

/** Options of a window. */
export interface AppWindowOptions extends PageOptions {
  readonly bounds: Partial<Rectangle> & { readonly width: number; readonly height: number };
  readonly limits: SizeLimits;
  readonly backgroundColor: string | null;
}

/** Decisions and resources of a window's owner. */
export interface AppWindowOwner {
  readonly getBrowser: () => Promise<Browser>;
  /** Called for every page before its first request. */
  readonly onPage: (page: Page, url: string) => Promise<void>;
  /** Asks the app whether the window may be closed now. */
  readonly canClose: () => boolean;
  /** Returns whether the app wants to be asked at all. */
  readonly wantsToBeAsked: () => boolean;
}

/** The check of the first page holds for all: they come from one browser. */
let checked: Promise<void> | null = null;

/**
 * A native window with one page.
 *
 *     empty ──load──▶ opening ──attached──▶ open ──close──▶ closing ──gone──▶ closed
 *       └──────────────────────────destroy / browser gone──────────────────────▲
 */
export class AppWindow extends EventEmitter<AppWindowEvents> {
  readonly options: AppWindowOptions;
  readonly #owner: AppWindowOwner;
  #page: Page | null = null;
  #frame: WindowFrame | null = null;
  #opening: Promise<Page> | null = null;
  #isClosing = false;
  #isClosed = false;
  /** Target of a requested reload or load, until it is reached. */
  #expectedUrl: string | null = null;
  /** True while the page navigates by itself. */
  #isPageLeaving = false;
  #limits: SizeLimits;

  constructor(options: AppWindowOptions, owner: AppWindowOwner) {
    super();
    this.options = options;
    this.#owner = owner;
    this.#limits = options.limits;
  }

  get page(): Page | null {
    return this.#page;
  }

  get frame(): WindowFrame | null {
    return this.#frame;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get limits(): SizeLimits {
    return this.#limits;
  }

  set limits(limits: SizeLimits) {
    this.#limits = limits;
  }

  /** Returns the page; opens the window when there is none. Rejects when the window has been closed. */
  async open(url: string): Promise<Page> {
    if (this.#isClosed) {
      throw new Error('Object has been destroyed');
    }
    this.#opening ??= this.#open(url).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return await this.#opening;
  }

  /** Goes to an address; resolves when its document has loaded, rejects when it could not be. */
  async load(url: string): Promise<void> {
    const before = await this.#opening;
    const watch = new LoadWatch(this, url);
    try {
      if (before === null) {
        await this.open(url);
        // An empty document comes first; the requested one has a URL.
        await watch.untilLoaded((page) => page.url !== 'about:blank' || url === 'about:blank');
      } else {
        this.#expectedUrl = url;
        const loaderId = await before.navigate(url);
        if (loaderId !== null) {
          await watch.untilLoaded((page) => page.loadedId === loaderId, loaderId);
        }
      }
    } finally {
      watch.close();
    }
  }

  async reload(ignoreCache: boolean): Promise<void> {
    this.#expectedUrl = this.#page?.url ?? null;
    await this.#page?.cdp.send('Page.reload', { ignoreCache });
  }

  /** Returns whether the app itself has started to load this address; true once per load. */
  consumeOwnNavigation(url: string): boolean {
    const isOwn = this.#expectedUrl !== null && isSameDocument(this.#expectedUrl, url);
    this.#expectedUrl = null;
    return isOwn;
  }

  /** Sets or releases the guard in the page, as the app has listeners or not. */
  updateGuard(): void {
    const isArmed = this.#owner.wantsToBeAsked() && !this.#isClosing;
    this.#page?.send({ t: 'guard', isArmed });
  }

  /** Brings the window to the front. */
  async focus(): Promise<void> {
    const { targetId } = (await this.#opening) ?? {};
    if (targetId !== undefined) {
      const browser = await this.#owner.getBrowser();
      await browser.cdp.send('Target.activateTarget', { targetId });
    }
  }

  /** Asks the app and closes; resolves with whether the window is gone. */
  async requestClose(): Promise<boolean> {
    if (this.#isClosed || this.#isClosing) {
      await this.#untilClosed();
      return true;
    }
    // Ensures that the app reads the true bounds in its `close` listener.
    await this.#frame?.refresh().catch(logBug);
    if (!this.#isClosed && !this.#owner.canClose()) {
      return false;
    }
    this.destroy();
    await this.#untilClosed();
    return true;
  }

  /** Closes without asking anybody. */
  destroy(): void {
    if (this.#isClosed || this.#isClosing) {
      return;
    }
    this.#isClosing = true;
    if (this.#opening === null) {
      this.markClosed();
      return;
    }
    void this.#destroyPage().catch((error: unknown) => {
      logBug(error);
      this.markClosed();
    });
  }

  /** Handles the loss of the page, for any reason. */
  markClosed(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#frame?.close();
    this.#page?.close();
    this.emit('closed');
  }

  async #destroyPage(): Promise<void> {
    const page = await this.#opening?.catch(() => null);
    const browser = await this.#owner.getBrowser();
    if (page === null || page === undefined || browser.isGone) {
      this.markClosed();
      return;
    }
    this.updateGuard();
    await browser.cdp.send('Target.closeTarget', { targetId: page.targetId });
  }

  async #open(url: string): Promise<Page> {
    const browser = await this.#owner.getBrowser();
    // The first request may be held before the page that waits is prepared.
    this.#expectedUrl = url;
    const opened = await browser.openPage(toBrowserUrl(url));
    const page = new Page(opened, this.options);
    this.#page = page;
    this.#listen(page);
    const [frame] = await Promise.all([
      this.#openFrame(browser, page),
      page.prepare(),
      this.#checkOnce(browser, page),
      this.#owner.onPage(page, url),
    ]);
    this.emit('opened', page, frame);
    await page.start();
    return page;
  }

  async #checkOnce(browser: Browser, page: Page): Promise<void> {
    checked ??= checkMembers(page.cdp, 'page', browser.version);
    await checked;
    page.once('load', () => {
      // These two are parameters, whose absence shows only in their effect.
      if (page.agentContext === null && page.url !== 'about:blank') {
        const members = [
          'Page.addScriptToEvaluateOnNewDocument (worldName)',
          'Runtime.addBinding (executionContextName)',
        ];
        logBug(new ChromiumUnsuitableError(members, browser.version));
      }
    });
  }

  async #openFrame(browser: Browser, page: Page): Promise<WindowFrame> {
    const frame = await WindowFrame.open(browser.cdp, page.targetId, () => this.#limits);
    this.#frame = frame;
    await frame.setBounds(this.options.bounds);
    return frame;
  }

  #listen(page: Page): void {
    page.on('agent-message', (message) => {
      if (message.t === 'ready') {
        this.updateGuard();
      } else if (message.t === 'window') {
        void this.#frame?.refresh().catch(logBug);
      }
      this.emit('agent-message', message);
    });
    page.on('navigated', (url) => {
      // Every window begins with an empty document that was not requested.
      if (url !== 'about:blank') {
        this.#expectedUrl = null;
      }
    });
    page.on('failed', () => {
      this.#expectedUrl = null;
    });
    page.on('requested-navigation', () => {
      this.#pageLeaves();
    });
    page.on('leave-asked', (answer) => this.#onLeaveAsked(answer));
  }

  /** The page itself navigates: the question that follows is not about the window. */
  #pageLeaves(): void {
    this.#isPageLeaving = true;
    setTimeout(() => {
      this.#isPageLeaving = false;
    }, 1_000).unref();
  }

  #onLeaveAsked(answer: (isAllowed: boolean) => void): void {
    if (this.#isClosing || this.#expectedUrl !== null || this.#isPageLeaving) {
      answer(true);
      return;
    }
    void (async () => {
      await this.#frame?.refresh().catch(logBug);
      const isAllowed = this.#owner.canClose();
      this.#isClosing = isAllowed;
      answer(isAllowed);
    })();
  }

  #untilClosed(): Promise<void> {
    return this.#isClosed
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.once('closed', () => resolve());
        });
  }
}

/** Returns whether two addresses differ at most in the hash and in their notation. */
function isSameDocument(one: string, other: string): boolean {
  const normal = (url: string): string => {
    const full = URL.canParse(url) ? new URL(url).href : url;
    return full.split('#', 1)[0] ?? '';
  };
  return normal(one) === normal(other);
}
