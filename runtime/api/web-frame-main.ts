import { toElectronOrigin } from '../page/app-url.ts';
import { guardInstances } from './class-guard.ts';

/** Properties of a frame, provided by the WebContents that owns it. */
export interface FrameSource {
  readonly getUrl: () => string;
  readonly processId: number;
  readonly routingId: number;
  readonly isDestroyed: () => boolean;
  readonly name: string;
  readonly executeJavaScript: (code: string, hasUserGesture?: boolean) => Promise<unknown>;
  readonly send: (channel: string, ...args: unknown[]) => void;
  readonly postMessage: (channel: string, message: unknown, transfer?: readonly unknown[]) => void;
}

/** Electron's `WebFrameMain` for the main frame of a page; sub-frames have no access to IPC here. */
export class WebFrameMain {
  readonly #source: FrameSource;

  constructor(source: FrameSource) {
    this.#source = source;
  }

  get url(): string {
    return this.#source.getUrl();
  }

  /** `scheme://host` for schemes of the app. */
  get origin(): string {
    return toElectronOrigin(this.#source.getUrl());
  }

  get name(): string {
    return this.#source.name;
  }

  get processId(): number {
    return this.#source.processId;
  }

  get routingId(): number {
    return this.#source.routingId;
  }

  get parent(): null {
    return null;
  }

  get top(): WebFrameMain {
    return this;
  }

  get detached(): boolean {
    return this.#source.isDestroyed();
  }

  isDestroyed(): boolean {
    return this.#source.isDestroyed();
  }

  executeJavaScript(code: string, userGesture?: boolean): Promise<unknown> {
    return this.#source.executeJavaScript(code, userGesture);
  }

  send(channel: string, ...args: unknown[]): void {
    this.#source.send(channel, ...args);
  }

  postMessage(channel: string, message: unknown, transfer?: readonly unknown[]): void {
    this.#source.postMessage(channel, message, transfer);
  }
}

guardInstances('WebFrameMain', WebFrameMain, Object.prototype);
