import { logBug } from '../log.ts';
import type { HeaderEntry, PausedRequest } from '../cdp/protocol.ts';
import { router } from '../routing.ts';
import { guardInstances } from './class-guard.ts';

/** Request details for a listener. */
export interface RequestDetails {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly timestamp: number;
}

/** Response details for a listener. */
export interface ResponseDetails extends RequestDetails {
  readonly statusCode: number;
  readonly statusLine: string;
  readonly responseHeaders: Record<string, string[]>;
}

type BeforeRequest = (
  details: RequestDetails,
  answer: (response: { readonly cancel?: boolean; readonly redirectURL?: string }) => void,
) => void;

type HeadersReceived = (
  details: ResponseDetails,
  answer: (response: {
    readonly cancel?: boolean;
    readonly responseHeaders?: Readonly<Record<string, string | readonly string[]>>;
  }) => void,
) => void;

interface Filter {
  readonly urls: readonly string[];
}

interface Hook<L> {
  readonly listener: L;
  readonly patterns: readonly RegExp[];
}

const electronTypes: Readonly<Record<string, string>> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
};

/**
 * Electron's `session.webRequest`. While a listener is set, every request of the pages makes a round
 * trip to main. WebSockets are not seen.
 */
export class WebRequest {
  onBeforeRequest(
    ...args: readonly [Filter | BeforeRequest | null, (BeforeRequest | null)?]
  ): void {
    const hook = toHook<BeforeRequest>(args);
    router
      .setRequestHook(hook === null ? null : (request, url) => askBefore(hook, request, url))
      .catch(logBug);
  }

  onHeadersReceived(
    ...args: readonly [Filter | HeadersReceived | null, (HeadersReceived | null)?]
  ): void {
    const hook = toHook<HeadersReceived>(args);
    router
      .setResponseHook(hook === null ? null : (request, url) => askHeaders(hook, request, url))
      .catch(logBug);
  }
}

guardInstances('WebRequest', WebRequest, Object.prototype);

async function askBefore(
  hook: Hook<BeforeRequest>,
  request: PausedRequest,
  url: string,
): Promise<{ readonly isCancelled: boolean; readonly redirect: string | null }> {
  if (!matches(hook.patterns, url)) {
    return { isCancelled: false, redirect: null };
  }
  const { promise, resolve } = Promise.withResolvers<Parameters<Parameters<BeforeRequest>[1]>[0]>();
  hook.listener(toDetails(request, url), resolve);
  const { cancel = false, redirectURL } = await promise;
  return { isCancelled: cancel, redirect: redirectURL ?? null };
}

async function askHeaders(
  hook: Hook<HeadersReceived>,
  request: PausedRequest,
  url: string,
): Promise<{ readonly isCancelled: boolean; readonly headers: readonly HeaderEntry[] | null }> {
  if (!matches(hook.patterns, url)) {
    return { isCancelled: false, headers: null };
  }
  const responseHeaders: Record<string, string[]> = {};
  for (const { name, value } of request.responseHeaders ?? []) {
    responseHeaders[name] = [...(responseHeaders[name] ?? []), value];
  }
  const statusCode = request.responseStatusCode ?? 0;
  const details = { ...toDetails(request, url), statusCode, statusLine: '', responseHeaders };
  const { promise, resolve } =
    Promise.withResolvers<Parameters<Parameters<HeadersReceived>[1]>[0]>();
  hook.listener(details, resolve);
  const { cancel = false, responseHeaders: changed } = await promise;
  const headers =
    changed === undefined
      ? null
      : Object.entries(changed).flatMap(([name, values]) =>
          [values].flat().map((value) => ({ name, value })),
        );
  return { isCancelled: cancel, headers };
}

function toDetails(request: PausedRequest, url: string): RequestDetails {
  return {
    id: request.requestId,
    url,
    method: request.request.method,
    resourceType: electronTypes[request.resourceType] ?? 'other',
    timestamp: Date.now(),
  };
}

function toHook<L>(args: readonly [unknown, unknown?]): Hook<L> | null {
  const [first, second] = args;
  const listener = typeof first === 'function' ? first : second;
  if (typeof listener !== 'function') {
    return null;
  }
  const urls: unknown =
    typeof first === 'object' && first !== null && 'urls' in first ? first.urls : [];
  const patterns = Array.isArray(urls) ? urls.map((pattern) => toPattern(String(pattern))) : [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the app's own listener; Electron checks no more
  return { listener: listener as L, patterns };
}

/** Converts an Electron URL pattern, where `*` matches anything, to a regular expression. */
export function toPattern(pattern: string): RegExp {
  if (pattern === '<all_urls>') {
    return /^/;
  }
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  // slow expression: filters are the app's own, with one star or two.
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`, 'i');
}

function matches(patterns: readonly RegExp[], url: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => pattern.test(url));
}
