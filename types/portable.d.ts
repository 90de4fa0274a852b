/**
 * The globals that every runtime of the project has: page, worker, Node, Electron main.
 * Layers below the apps are checked against this list instead of the DOM or Node typings, so that
 * code in them runs anywhere. Timers, `fetch` and storage are missing on purpose: they are handed in.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };

interface URLSearchParams {
  get(name: string): string | null;
  set(name: string, value: string): void;
  has(name: string): boolean;
  toString(): string;
}

interface URL {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: URLSearchParams;
  pathname: string;
  toString(): string;
}
declare const URL: {
  new (url: string, base?: string): URL;
  canParse(url: string, base?: string): boolean;
};

interface TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare const TextEncoder: { new (): TextEncoder };

interface TextDecoder {
  decode(bytes: Uint8Array): string;
}
declare const TextDecoder: { new (label?: string, options?: { fatal?: boolean }): TextDecoder };

interface Crypto {
  getRandomValues<T extends Uint8Array | Uint16Array | Uint32Array>(array: T): T;
}
declare const crypto: Crypto;
