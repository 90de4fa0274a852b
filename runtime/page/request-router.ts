import type { CdpSession } from '../cdp/connection.ts';
import type { HeaderEntry, PausedRequest } from '../cdp/protocol.ts';
import { logBug } from '../log.ts';
import { isKnownScheme, toAppUrl, toBrowserUrl, toPattern } from './app-url.ts';
import { respond } from './respond.ts';

/** Answers a request of a page; `url` is the app's address. */
export type SchemeHandler = (request: Request) => Promise<Response> | Response;

/** May say no to a request; true lets it pass. */
export type RequestGate = (request: PausedRequest, url: string) => Promise<boolean> | boolean;

/** May cancel or redirect any request before it is sent. */
export type RequestHook = (
  request: PausedRequest,
  url: string,
) => Promise<{ readonly isCancelled: boolean; readonly redirect: string | null }>;

/** May cancel any response or replace its headers; null leaves them. */
export type ResponseHook = (
  request: PausedRequest,
  url: string,
) => Promise<{ readonly isCancelled: boolean; readonly headers: readonly HeaderEntry[] | null }>;

/**
 * Decides about every request that the browser holds for us:
 *
 *     gates ──▶ request hook ──▶ our scheme: handler ──▶ response hook ──▶ answer
 *                           └──▶ any other: network ──▶ response hook ──▶ page
 */
export class RequestRouter {
  readonly #handlers = new Map<string, SchemeHandler>();
  readonly #gates: RequestGate[] = [];
  #requestHook: RequestHook | null = null;
  #responseHook: ResponseHook | null = null;
  #cdp: CdpSession | null = null;

  /** Begins to hold requests. */
  async start(cdp: CdpSession): Promise<void> {
    this.#cdp = cdp;
    await this.#updatePatterns();
  }

  addGate(gate: RequestGate): void {
    this.#gates.push(gate);
  }

  findHandler(scheme: string): SchemeHandler | null {
    return this.#handlers.get(scheme) ?? null;
  }

  /** Sets or (with null) removes who answers a scheme. */
  async setHandler(scheme: string, handler: SchemeHandler | null): Promise<void> {
    if (handler === null) {
      this.#handlers.delete(scheme);
    } else {
      this.#handlers.set(scheme, handler);
    }
    await this.#updatePatterns();
  }

  async setRequestHook(hook: RequestHook | null): Promise<void> {
    this.#requestHook = hook;
    await this.#updatePatterns();
  }

  async setResponseHook(hook: ResponseHook | null): Promise<void> {
    this.#responseHook = hook;
    await this.#updatePatterns();
  }

  /** Takes a held request; never leaves it hanging. */
  handle(request: PausedRequest): void {
    const isResponse =
      request.responseStatusCode !== undefined || request.responseErrorReason !== undefined;
    void (isResponse ? this.#passResponse(request) : this.#route(request)).catch(
      (error: unknown) => {
        logBug(error);
        void this.#fail(request, 'Failed').catch(logBug);
      },
    );
  }

  async #route(request: PausedRequest): Promise<void> {
    const url = toAppUrl(request.request.url);
    for (const gate of this.#gates) {
      if (!(await gate(request, url))) {
        await this.#fail(request, 'Aborted');
        return;
      }
    }
    const hooked = await this.#requestHook?.(request, url);
    if (hooked?.isCancelled === true) {
      await this.#fail(request, 'BlockedByClient');
      return;
    }
    const redirect = hooked?.redirect ?? null;
    if (redirect !== null && redirect !== url) {
      await this.#redirect(request, redirect);
      return;
    }
    const scheme = url.slice(0, url.indexOf(':'));
    if (isKnownScheme(scheme)) {
      await this.#answer(request, url, this.findHandler(scheme));
    } else {
      await this.#cdp?.send('Fetch.continueRequest', { requestId: request.requestId });
    }
  }

  async #answer(request: PausedRequest, url: string, handler: SchemeHandler | null): Promise<void> {
    const cdp = this.#cdp;
    if (cdp === null || handler === null) {
      await this.#fail(request, 'AddressUnreachable');
      return;
    }
    let response: Response;
    try {
      response = await handler(toRequest(request, url));
    } catch (error) {
      logBug(error);
      await this.#fail(request, 'Failed');
      return;
    }
    const answer = isMissingIcon(url, response) ? createEmptyIcon() : response;
    const changed = await this.#responseHook?.(withResponse(request, answer), url);
    if (changed?.isCancelled === true) {
      await answer.body?.cancel();
      await this.#fail(request, 'BlockedByClient');
      return;
    }
    await respond(cdp, request, answer, changed?.headers ?? null);
  }

  /** A response of the network; it is held only while somebody wants to see it. */
  async #passResponse(request: PausedRequest): Promise<void> {
    const { requestId, responseStatusCode } = request;
    const hook = request.responseErrorReason === undefined ? this.#responseHook : null;
    const changed = await hook?.(request, toAppUrl(request.request.url));
    if (changed?.isCancelled === true) {
      await this.#fail(request, 'BlockedByClient');
      return;
    }
    const headers = changed?.headers ?? null;
    await this.#cdp?.send('Fetch.continueResponse', {
      requestId,
      // The browser takes headers only together with a code.
      ...(headers === null
        ? {}
        : { responseCode: responseStatusCode ?? 200, responseHeaders: headers }),
    });
  }

  async #redirect(request: PausedRequest, url: string): Promise<void> {
    await this.#cdp?.send('Fetch.fulfillRequest', {
      requestId: request.requestId,
      responseCode: 307,
      responseHeaders: [{ name: 'location', value: toBrowserUrl(url) }],
    });
  }

  async #fail(request: PausedRequest, errorReason: string): Promise<void> {
    await this.#cdp?.send('Fetch.failRequest', { requestId: request.requestId, errorReason });
  }

  async #updatePatterns(): Promise<void> {
    const ofSchemes = [...this.#handlers.keys()].flatMap(toPattern);
    const patterns =
      this.#requestHook === null
        ? [
            // Navigations of every kind, for the veto.
            { urlPattern: '*', resourceType: 'Document' },
            ...ofSchemes.map((urlPattern) => ({ urlPattern })),
          ]
        : [{ urlPattern: '*' }];
    const ofResponses =
      this.#responseHook === null ? [] : [{ urlPattern: '*', requestStage: 'Response' as const }];
    await this.#cdp?.send('Fetch.enable', { patterns: [...patterns, ...ofResponses] });
  }
}

function toRequest({ request }: PausedRequest, url: string): Request {
  const { method, headers, hasPostData = false, postDataEntries = [] } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const isWhole = postDataEntries.every(({ bytes }) => bytes !== undefined);
  if (hasBody && hasPostData && (postDataEntries.length === 0 || !isWhole)) {
    // The browser keeps files and streams to itself; half a body must not look like a whole one.
    throw new Error(`The body of ${method} ${url} is a file or a stream, which cannot be read.`);
  }
  const body = Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
  return new Request(url, { method, headers, ...(hasBody ? { body } : {}) });
}

/** A request as the browser would hold it with this response. */
function withResponse(request: PausedRequest, { status, headers }: Response): PausedRequest {
  return {
    ...request,
    responseStatusCode: status,
    responseHeaders: Array.from(headers, ([name, value]) => ({ name, value })),
  };
}

/** Electron asks for no favicon; Chromium does, and a missing one would be an error on the console. */
function isMissingIcon(url: string, response: Response): boolean {
  return response.status === 404 && new URL(url).pathname === '/favicon.ico';
}

function createEmptyIcon(): Response {
  return new Response(null, { status: 204 });
}
