import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { buildAgents } from '../agents/build.ts';
import type { FromPage, ToPage } from '../agents/messages.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { FrameInfo, RemoteObject } from '../cdp/protocol.ts';
import type { OpenedPage } from '../chromium/browser.ts';
import { logBug } from '../log.ts';
import { supported } from '../supported.ts';
import { AgentChannel, agentNames } from './agent-channel.ts';
import { HangWatch } from './hang-watch.ts';
import { toAppUrl, toBrowserUrl } from './app-url.ts';
import {
  type ConsoleMessage,
  describeValue,
  toConsoleLevel,
  toErrorText,
  toValue,
} from './remote-values.ts';

/** Options of a page. */
export interface PageOptions {
  readonly preloadPath: string | null;
  readonly additionalArguments: readonly string[];
  readonly hasBrowserKeys: boolean;
}

/** Events of a page, with the app's own URLs. */
export interface PageEvents {
  'agent-message': [FromPage];
  'start-loading': [];
  'stop-loading': [];
  'dom-ready': [];
  /** A document has loaded; which one, by the browser's own id. */
  load: [string];
  navigated: [string];
  'navigated-in-page': [string];
  failed: [{ url: string; loaderId: string }];
  crashed: [];
  /** The page stopped responding, or responds again. */
  hung: [boolean];
  console: [ConsoleMessage];
  'window-open': [{ url: string; frameName: string; features: string }];
  /** The page wants to be left; the answer decides. */
  'leave-asked': [(isAllowed: boolean) => void];
  'start-navigation': [{ url: string; isSameDocument: boolean; isMainFrame: boolean }];
  'requested-navigation': [{ url: string; reason: string }];
  'preload-error': [Error];
}

/** No page was loaded yet, or the script failed. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** One page of the browser: its documents, scripts and agent. It ends with its window. */
export class Page extends EventEmitter<PageEvents> {
  readonly #session: CdpSession;
  readonly #channel: AgentChannel;
  readonly #options: PageOptions;
  readonly targetId: string;
  #url = '';
  readonly #hangWatch: HangWatch;
  #isCrashed = false;
  #isLoading = true;
  #loaderId = '';
  #loadedId = '';
  readonly #subframes = new Set<string>();

  constructor(opened: OpenedPage, options: PageOptions) {
    super();
    this.#session = opened.session;
    this.#options = options;
    this.targetId = opened.target.targetId;
    this.#channel = new AgentChannel({
      session: opened.session,
      mainFrameId: this.targetId,
      onMessage: (message) => this.emit('agent-message', message),
    });
    this.#hangWatch = new HangWatch(
      () => this.cdp.send('Runtime.evaluate', { expression: '0', returnByValue: true }),
      (isHung) => this.emit('hung', isHung),
    );
    this.#listen();
  }

  /** Ends the page: no further requests and events. */
  close(): void {
    this.#hangWatch.close();
    this.#session.close();
  }

  /** Commands of this page. */
  get cdp(): CdpSession {
    return this.#session;
  }

  /** Address of the current document, as the app writes it; empty before the first. */
  get url(): string {
    return this.#url;
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  /** Id of the document that has loaded last. */
  get loadedId(): string {
    return this.#loadedId;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Context of the isolated world, or null while no document has one. */
  get agentContext(): number | null {
    return this.#channel.context;
  }

  /** Puts the agents in place; the page still waits. */
  async prepare(): Promise<void> {
    const { cdp } = this;
    const scripts = this.#buildScripts();
    await Promise.all([
      cdp.send('Page.enable', {}),
      cdp.send('Runtime.enable', {}),
      cdp.send('Inspector.enable', {}),
      cdp.send('Runtime.addBinding', {
        name: agentNames.binding,
        executionContextName: agentNames.world,
      }),
      // The order counts: the page's half has to listen when the preload exposes.
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.mainWorld }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', {
        source: scripts.isolatedWorld,
        worldName: agentNames.world,
      }),
    ]);
  }

  /** Returns whether a frame is inside this page. */
  hasSubframe(frameId: string): boolean {
    return this.#subframes.has(frameId);
  }

  /** Path of a file that the preload holds under a number; empty for files without a path. */
  async readFilePath(file: number): Promise<string> {
    const { result } = await this.cdp.send('Runtime.evaluate', {
      expression: `globalThis.${agentNames.receiver}.takeFile(${file})`,
      contextId: this.#requireContext(),
    });
    return await this.#pathOf(result);
  }

  /** Lets the page go on with its first request. */
  async start(): Promise<void> {
    await this.cdp.send('Runtime.runIfWaitingForDebugger', {});
  }

  /** Sends a message to the page's agent; waits for a loading document. */
  send(message: ToPage): void {
    this.#channel.send(message);
  }

  /**
   * Navigates to a URL of the app. Resolves with the id of the new document, or null when the document stays; a
   * document that fails to load is reported by `failed`. Rejects when there is no response.
   */
  async navigate(url: string): Promise<string | null> {
    const { errorText, loaderId } = await this.cdp.send('Page.navigate', {
      url: toBrowserUrl(url),
    });
    if (errorText === 'net::ERR_ABORTED' || (errorText !== undefined && loaderId === undefined)) {
      throw new Error(`${errorText.replace('net::', '')} (-3) loading '${url}'`);
    }
    return loaderId ?? null;
  }

  /** Runs a script in the page's own world; resolves with its (awaited) value. */
  async evaluate(expression: string, hasUserGesture = false): Promise<unknown> {
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: hasUserGesture,
    });
    if (exceptionDetails !== undefined) {
      throw new ScriptError(toErrorText(exceptionDetails));
    }
    return toValue(result);
  }

  /** Runs a script in the isolated world; resolves with its (awaited) value. */
  async evaluateIsolated(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', {
      expression,
      contextId: this.#requireContext(),
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails !== undefined) {
      throw new ScriptError(toErrorText(exceptionDetails));
    }
    return toValue(result);
  }

  /** Runs a script in the isolated world that resolves with files; resolves with their paths. */
  async readChosenFiles(expression: string): Promise<string[]> {
    const { result } = await this.cdp.send('Runtime.evaluate', {
      expression,
      contextId: this.#requireContext(),
      awaitPromise: true,
      userGesture: true,
    });
    if (result.objectId === undefined) {
      throw new ScriptError('The page was left while files were being chosen.');
    }
    const { result: fields } = await this.cdp.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const files = fields.filter(({ name }) => /^\d+$/.test(name));
    return await Promise.all(files.map(({ value }) => this.#pathOf(value)));
  }

  async #pathOf(file: RemoteObject | undefined): Promise<string> {
    if (file?.objectId === undefined) {
      throw new ScriptError('The file is no longer held by the page.');
    }
    const { objectId } = file;
    try {
      return (await this.cdp.send('DOM.getFileInfo', { objectId })).path;
    } finally {
      await this.cdp.send('Runtime.releaseObject', { objectId });
    }
  }

  #requireContext(): number {
    const context = this.agentContext;
    if (context === null) {
      throw new ScriptError('No document with a preload is open in this window.');
    }
    return context;
  }

  #buildScripts(): { readonly mainWorld: string; readonly isolatedWorld: string } {
    const { preloadPath, additionalArguments, hasBrowserKeys } = this.#options;
    const facts = {
      secret: randomBytes(16).toString('hex'),
      binding: agentNames.binding,
      receiver: agentNames.receiver,
      preloadPath: preloadPath ?? '',
      process: {
        platform: process.platform,
        arch: process.arch,
        versions: Object.fromEntries(
          Object.entries(process.versions).map(([name, version]) => [name, String(version)]),
        ),
        argv: [...process.argv.slice(0, 1), ...additionalArguments],
        env: {},
      },
      hasBrowserKeys,
      members: supported.renderer,
    };
    try {
      const source = preloadPath === null ? null : readFileSync(preloadPath, 'utf8');
      return buildAgents(facts, source);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      setImmediate(() => this.emit('preload-error', failure));
      return buildAgents(facts, null);
    }
  }

  #listen(): void {
    const { cdp } = this;
    const isMain = (frameId: string): boolean => frameId === this.targetId;
    cdp.on('Page.frameStartedLoading', ({ frameId }) => {
      if (isMain(frameId)) {
        this.#isLoading = true;
        this.emit('start-loading');
      }
    });
    cdp.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (isMain(frameId)) {
        this.#isLoading = false;
        this.emit('stop-loading');
      }
    });
    cdp.on('Page.frameAttached', ({ frameId }) => this.#subframes.add(frameId));
    cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      // A frame that moves to another process stays a frame of this page.
      if (reason !== 'swap') {
        this.#subframes.delete(frameId);
      }
    });
    cdp.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
      if (!/sameDocument$/i.test(navigationType)) {
        this.emit('start-navigation', {
          url: toAppUrl(url),
          isSameDocument: false,
          isMainFrame: isMain(frameId),
        });
      }
    });
    cdp.on('Page.frameNavigated', ({ frame }) => this.#onNavigated(frame));
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const facts = { url: toAppUrl(url), isSameDocument: true, isMainFrame: isMain(frameId) };
      this.emit('start-navigation', facts);
      if (facts.isMainFrame) {
        this.#url = toAppUrl(url);
        this.emit('navigated-in-page', this.#url);
      }
    });
    cdp.on('Page.frameRequestedNavigation', ({ frameId, url, reason }) => {
      if (isMain(frameId)) {
        this.emit('requested-navigation', { url: toAppUrl(url), reason });
      }
    });
    this.#listenToPage();
    this.#listenToConsole();
  }

  /** Listens to changes of the current document. */
  #listenToPage(): void {
    const { cdp } = this;
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready'));
    cdp.on('Page.loadEventFired', () => {
      // Without a user gesture the browser would not ask before the window closes.
      void this.evaluate('0', true).catch(logBug);
      this.#loadedId = this.#loaderId;
      this.emit('load', this.#loaderId);
    });
    cdp.on('Inspector.targetCrashed', () => {
      this.#isCrashed = true;
      this.#hangWatch.isPaused = true;
      this.#channel.reset();
      this.emit('crashed');
    });
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      this.emit('window-open', {
        url: toAppUrl(url),
        frameName: windowName,
        features: windowFeatures.join(','),
      });
    });
    cdp.on('Page.javascriptDialogClosed', () => {
      this.#hangWatch.isPaused = false;
    });
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      this.#hangWatch.isPaused = true;
      if (type === 'beforeunload') {
        this.emit('leave-asked', (accept) => {
          void cdp.send('Page.handleJavaScriptDialog', { accept }).catch(logBug);
        });
      }
    });
  }

  #listenToConsole(): void {
    const { cdp } = this;
    cdp.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      const callFrame = stackTrace?.callFrames[0];
      this.emit('console', {
        level: toConsoleLevel(type),
        message: args.map(describeValue).join(' '),
        lineNumber: callFrame?.lineNumber ?? 0,
        sourceId: toAppUrl(callFrame?.url ?? ''),
      });
    });
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      this.emit('console', {
        level: 'error',
        message: `Uncaught ${toErrorText(exceptionDetails)}`,
        lineNumber: exceptionDetails.lineNumber,
        sourceId: toAppUrl(exceptionDetails.url ?? ''),
      });
    });
  }

  #onNavigated(frame: FrameInfo): void {
    if (frame.parentId !== undefined) {
      return;
    }
    this.#isCrashed = false;
    this.#hangWatch.isPaused = false;
    this.#loaderId = frame.loaderId;
    if (frame.unreachableUrl !== undefined) {
      this.emit('failed', {
        url: toAppUrl(frame.unreachableUrl),
        loaderId: frame.loaderId,
      });
      return;
    }
    this.#url = toAppUrl(frame.url);
    this.emit('navigated', this.#url);
  }
}
