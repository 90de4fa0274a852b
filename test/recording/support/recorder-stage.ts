import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { requireChromium } from '../../../runtime/chromium/find.ts';

/** First output of a run of `recorder-main.ts`. */
interface Greeting {
  readonly port: number;
  /** Recordings left by a killed run, after their completion. */
  readonly recovered: readonly string[];
}

/** The page's recorder in a real Chromium, and main's part of it in a process that can be killed. */
export class RecorderStage {
  readonly #folder: string;
  readonly #pageFolder: string;
  readonly #browser: Browser;
  #main: ChildProcess | null = null;
  #greeting: Greeting = { port: 0, recovered: [] };

  private constructor(folder: string, pageFolder: string, browser: Browser) {
    this.#folder = folder;
    this.#pageFolder = pageFolder;
    this.#browser = browser;
  }

  /** Builds the page and starts the browser. Throws without Chromium. */
  static async open(): Promise<RecorderStage> {
    const executablePath = requireChromium();
    const folder = await mkdtemp(join(tmpdir(), 'guise-recorded-'));
    const pageFolder = await mkdtemp(join(tmpdir(), 'guise-recorder-page-'));
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      worker: { format: 'es' },
      build: {
        outDir: pageFolder,
        emptyOutDir: true,
        minify: false,
        target: 'esnext',
        rolldownOptions: { input: join(import.meta.dirname, 'recorder-page.html') },
      },
    });
    const browser = await chromium.launch({
      executablePath,
      args: [
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-timer-throttling',
        '--disable-renderer-backgrounding',
        '--js-flags=--expose-gc',
      ],
    });
    return new RecorderStage(folder, pageFolder, browser);
  }

  /** Starts main anew, after the end of the previous run. Returns the rescued recordings. */
  async startMain(): Promise<readonly string[]> {
    const path = join(import.meta.dirname, 'recorder-main.ts');
    this.#main = fork(path, [this.#folder, this.#pageFolder], { stdio: 'inherit' });
    const [greeting] = (await once(this.#main, 'message')) as [Greeting];
    this.#greeting = greeting;
    return greeting.recovered;
  }

  /** Ends main as the kernel does when memory is short. */
  async killMain(): Promise<void> {
    const main = this.#main;
    if (main !== null && main.exitCode === null && main.signalCode === null) {
      const ended = once(main, 'exit');
      main.kill('SIGKILL');
      await ended;
    }
  }

  /** Notifies main of the page's end; settles when all open recordings are finished. */
  async leavePage(): Promise<void> {
    const main = this.#main;
    if (main !== null) {
      main.send('page_left');
      await once(main, 'message');
    }
  }

  async openPage(): Promise<RecorderPage> {
    const page = await this.#browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`http://127.0.0.1:${this.#greeting.port}/recorder-page.html`);
    const opened = new RecorderPage(page);
    await opened.listen();
    return opened;
  }

  /** Lists the finished videos in the folder of captures. */
  async listVideos(): Promise<readonly string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => name.endsWith('.mp4')).map((name) => join(this.#folder, name));
  }

  /** Empties the folder of captures. */
  async removeFiles(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      await rm(join(this.#folder, name));
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.killMain();
    await rm(this.#folder, { recursive: true, force: true });
    await rm(this.#pageFolder, { recursive: true, force: true });
  }
}

/** One recording page. */
export class RecorderPage {
  readonly page: Page;
  readonly #left: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Collects the browser's reports about the page and its threads from now on. */
  async listen(): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    session.on('Log.entryAdded', ({ entry }) => {
      if (entry.text.includes('garbage collected without being closed')) {
        this.#left.push(entry.text);
      }
    });
    await session.send('Log.enable');
  }

  /** Lists the browser's warnings about unclosed frames and audio data, in the page and its threads. */
  async listUnclosed(): Promise<readonly string[]> {
    const collect = (): void => (Reflect.get(globalThis, 'gc') as () => void)();
    await this.page.evaluate(collect);
    for (const thread of this.page.workers()) {
      await thread.evaluate(collect);
    }
    // Each thread reports once a second.
    await this.page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 1_500)));
    return this.#left;
  }

  /** Calls a function of `recorder-page.ts`. */
  call(name: string, input?: unknown): Promise<unknown> {
    return this.page.evaluate(
      ([method, value]) => {
        const api = Reflect.get(globalThis, 'recorder') as Record<
          string,
          (value: unknown) => unknown
        >;
        return api[method]?.(value);
      },
      [name, input] as const,
    );
  }

  /** Ends the page as a crash does. */
  async kill(): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const crashed = this.page.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
  }

  /** Ends the recording or saves the replay, and returns the path. */
  async make(name: 'stop' | 'saveReplay'): Promise<string> {
    const made = (await this.call(name)) as { readonly path: string } | null;
    if (made === null) {
      throw new Error('Nothing was made.');
    }
    return made.path;
  }
}
