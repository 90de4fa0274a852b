import type { CdpSession } from '../cdp/connection.ts';
import type { PausedRequest } from '../cdp/protocol.ts';
import { logBug } from '../log.ts';
import { respond } from './respond.ts';
import { isKnownScheme, toAppUrl, toPattern } from './app-url.ts';

/** Answers a request of a page; `url` is the app's address. */
export type SchemeHandler = (request: Request) => Promise<Response> | Response;

/** May say no to a request; true lets it pass. */
export type RequestGate = (request: PausedRequest, url: string) => Promise<boolean> | boolean;

/** Decides about every request that the browser holds for us. */
export class RequestRouter {
  readonly #handlers = new Map<string, SchemeHandler>();
  readonly #gates: RequestGate[] = [];
  #cdp: CdpSession | null = null;
  #watchesAll = false;

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

  /** Whether requests of every kind are held, which costs each of them a round trip. */
  async watchAll(watchesAll: boolean): Promise<void> {
    this.#watchesAll = watchesAll;
    await this.#updatePatterns();
  }

  /** Takes a held request; never leaves it hanging. */
  take(request: PausedRequest): void {
    void this.#route(request).catch((error: unknown) => {
      logBug(error);
      void this.#fail(request, 'Failed').catch(logBug);
    });
  }

  async #route(request: PausedRequest): Promise<void> {
    const url = toAppUrl(request.request.url);
    for (const gate of this.#gates) {
      if (!(await gate(request, url))) {
        await this.#fail(request, 'Aborted');
        return;
      }
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
    const asked = toRequest(request, url);
    let response: Response;
    try {
      response = await handler(asked);
    } catch (error) {
      logBug(error);
      await this.#fail(request, 'Failed');
      return;
    }
    await respond(cdp, request, isMissingIcon(url, response) ? noIcon() : response);
  }

  async #fail(request: PausedRequest, errorReason: string): Promise<void> {
    await this.#cdp?.send('Fetch.failRequest', { requestId: request.requestId, errorReason });
  }

  async #updatePatterns(): Promise<void> {
    const patterns = this.#watchesAll
      ? [{ urlPattern: '*' }]
      : [
          // Navigations of every kind, for the veto.
          { urlPattern: '*', resourceType: 'Document' },
          ...[...this.#handlers.keys()].flatMap(toPattern).map((urlPattern) => ({ urlPattern })),
        ];
    await this.#cdp?.send('Fetch.enable', { patterns });
  }
}

function toRequest({ request }: PausedRequest, url: string): Request {
  const { method, headers, postDataEntries } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = Buffer.concat(
    (postDataEntries ?? []).map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')),
  );
  return new Request(url, { method, headers, ...(hasBody ? { body } : {}) });
}

/** Electron asks for no favicon; Chromium does, and a missing one would be an error on the console. */
function isMissingIcon(url: string, response: Response): boolean {
  return response.status === 404 && new URL(url).pathname === '/favicon.ico';
}

function noIcon(): Response {
  return new Response(null, { status: 204 });
}
