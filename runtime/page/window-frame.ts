import { EventEmitter } from 'node:events';
import { CdpError, type CdpSession } from '../cdp/connection.ts';
import type { WindowBounds } from '../cdp/protocol.ts';
import { logBug } from '../log.ts';

/** Position and size in device-independent pixels, of the outer frame. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** State of a window on the desktop. */
export type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

/** Smallest and largest size of a window in device-independent pixels; 0 is no limit. */
export interface SizeLimits {
  readonly minWidth: number;
  readonly minHeight: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
}

interface FrameEvents {
  readonly resized: [];
  readonly moved: [];
  readonly state: [before: WindowState, now: WindowState];
}

/** The browser reports no changes of windows, so their bounds are polled at this interval. */
const pollIntervalMs = 1_000;

/** The native frame of a page: where it is, as the browser says. */
export class WindowFrame extends EventEmitter<FrameEvents> {
  readonly #browser: CdpSession;
  readonly #windowId: number;
  readonly #timer: NodeJS.Timeout;
  readonly #limits: () => SizeLimits;
  #bounds: Rectangle;
  #normalBounds: Rectangle;
  #state: WindowState;
  #lastChange: Promise<unknown> = Promise.resolve();
  #openChanges = 0;
  #isClosed = false;

  private constructor(options: {
    readonly browser: CdpSession;
    readonly windowId: number;
    readonly bounds: WindowBounds;
    readonly limits: () => SizeLimits;
  }) {
    super();
    this.#browser = options.browser;
    this.#windowId = options.windowId;
    this.#bounds = toRectangle(options.bounds, { x: 0, y: 0, width: 0, height: 0 });
    this.#normalBounds = this.#bounds;
    this.#state = options.bounds.windowState ?? 'normal';
    this.#limits = options.limits;
    this.#timer = setInterval(() => void this.refresh().catch(logBug), pollIntervalMs);
    this.#timer.unref();
  }

  /** Finds the window of a page. The caller closes the frame when the page has ended. */
  static async open(
    browser: CdpSession,
    targetId: string,
    limits: () => SizeLimits,
  ): Promise<WindowFrame> {
    const { windowId, bounds } = await browser.send('Browser.getWindowForTarget', { targetId });
    return new WindowFrame({ browser, windowId, bounds, limits });
  }

  get bounds(): Rectangle {
    return this.#bounds;
  }

  /** Bounds of the window when it was neither minimised, maximised nor full screen. */
  get normalBounds(): Rectangle {
    return this.#normalBounds;
  }

  get state(): WindowState {
    return this.#state;
  }

  /** Moves or resizes; a maximised window becomes normal first. */
  setBounds(change: Partial<Rectangle>): Promise<void> {
    const next = this.#limit({ ...this.#bounds, ...change });
    this.#bounds = next;
    return this.#change(async () => {
      await this.#leaveState('normal');
      await this.#set({
        ...(change.x === undefined ? {} : { left: Math.round(next.x) }),
        ...(change.y === undefined ? {} : { top: Math.round(next.y) }),
        ...(change.width === undefined && change.height === undefined
          ? {}
          : { width: Math.round(next.width), height: Math.round(next.height) }),
      });
    });
  }

  setState(windowState: WindowState): Promise<void> {
    return this.#change(async () => {
      // The browser goes from one special state to another only by way of the normal one.
      await this.#leaveState(windowState);
      await this.#set({ windowState });
    });
  }

  /** Reads the window's bounds from the browser, and emits the changes. */
  async refresh(): Promise<void> {
    if (this.#openChanges > 0 || this.#isClosed) {
      return;
    }
    try {
      const { bounds } = await this.#browser.send('Browser.getWindowBounds', {
        windowId: this.#windowId,
      });
      if (this.#openChanges === 0) {
        this.#accept(bounds);
      }
    } catch (error) {
      // The window is gone a moment before its page reports that: there is nothing to read then.
      if (!(error instanceof CdpError)) {
        throw error;
      }
    }
  }

  /** Stops asking. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #accept(bounds: WindowBounds): void {
    const before = { bounds: this.#bounds, state: this.#state };
    const now = toRectangle(bounds, this.#bounds);
    this.#state = bounds.windowState ?? 'normal';
    // A minimised window has no place of its own.
    this.#bounds = this.#state === 'minimized' ? before.bounds : now;
    if (this.#state === 'normal') {
      this.#normalBounds = now;
    }
    if (before.state !== this.#state) {
      this.emit('state', before.state, this.#state);
    }
    if (
      before.bounds.width !== this.#bounds.width ||
      before.bounds.height !== this.#bounds.height
    ) {
      this.emit('resized');
      this.#enforceLimits();
    }
    if (before.bounds.x !== this.#bounds.x || before.bounds.y !== this.#bounds.y) {
      this.emit('moved');
    }
  }

  #enforceLimits(): void {
    const { width, height } = this.#limit(this.#bounds);
    const isWrong = width !== this.#bounds.width || height !== this.#bounds.height;
    if (isWrong && this.#state === 'normal') {
      void this.setBounds({ width, height }).catch(logBug);
    }
  }

  #limit(bounds: Rectangle): Rectangle {
    const { minWidth, minHeight, maxWidth, maxHeight } = this.#limits();
    const clamp = (value: number, min: number, max: number): number =>
      Math.max(min, max === 0 ? value : Math.min(max, value));
    return {
      ...bounds,
      width: clamp(bounds.width, minWidth, maxWidth),
      height: clamp(bounds.height, minHeight, maxHeight),
    };
  }

  async #leaveState(next: WindowState): Promise<void> {
    const { bounds } = await this.#browser.send('Browser.getWindowBounds', {
      windowId: this.#windowId,
    });
    const now = bounds.windowState ?? 'normal';
    if (now !== 'normal' && now !== next) {
      await this.#set({ windowState: 'normal' });
    }
  }

  async #set(bounds: WindowBounds): Promise<void> {
    await this.#browser.send('Browser.setWindowBounds', { windowId: this.#windowId, bounds });
  }

  #change(run: () => Promise<void>): Promise<void> {
    this.#openChanges += 1;
    const change = this.#lastChange.then(run).finally(() => {
      this.#openChanges -= 1;
    });
    this.#lastChange = change.catch(() => {
      // The caller of this change gets the error; the next one runs all the same.
    });
    return change.then(() => this.refresh());
  }
}

function toRectangle(bounds: WindowBounds, fallback: Rectangle): Rectangle {
  return {
    x: bounds.left ?? fallback.x,
    y: bounds.top ?? fallback.y,
    width: bounds.width ?? fallback.width,
    height: bounds.height ?? fallback.height,
  };
}
