/**
 * Endpoint of a stream URL: the token is checked before the upgrade, its session is opened once and kept while
 * it runs, and every connection with the token is passed to it.
 *
 *   upgrade ─▶ token known here? ── yes ─▶ run.attach(socket): it replaces the connection before
 *                     └─ no ─▶ does another node run it, or have a slot where this one has none?
 *                                 ├─ yes ─▶ that node answers, and this one passes on what both say
 *                                 │           └─ nobody listens there: it counts as lost ─▶ asked again
 *                                 └─ no ─▶ joinLiveSession ─▶ open(session) ─▶ run.attach(socket)
 *                                               └─ refused: HTTP 401, 403 or 429 with the error body
 *
 * Sockets without a session are limited to a number of pending upgrades. A session has one connection; the
 * combined traffic of an account's connections is limited.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { LiveFeature } from '../../../contract/api/features.ts';
import { SESSION_TOKEN_PARAMETER } from '../../../contract/api/sockets.ts';
import { hashSecret } from '../../accounts/keys.ts';
import type { Core } from '../../start/core.ts';
import { forwardUpgrade, isForwarded, type Upgrade } from '../../http/forward-upgrade.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import { listUpgradeHeaders } from '../../http/upgrade-headers.ts';
import type { AcceptSocket } from '../../http/socket-routes.ts';
import type { RunningSession } from '../session/live-runs.ts';
import type { LiveSession } from '../session/live-session.ts';
import { type Budget, createByteBudget } from './budgets.ts';
import { LiveSocket, type SocketLimits } from './live-socket.ts';

/** A session that runs in this process. It was joined, and has no connection at first. */
export interface LiveSessionRun extends RunningSession {
  readonly session: Pick<LiveSession, 'id' | 'accountId'>;
  /** Settles when the session has ended here and its token is void. Never rejects. */
  readonly ended: Promise<void>;
  /** Takes a connection, which replaces the one it may have. */
  attach(socket: LiveSocket): void;
}

/** Dependencies of an endpoint. */
export interface LiveEndpointOptions {
  readonly feature: LiveFeature;
  readonly core: Pick<
    Core,
    'findLiveNode' | 'noteNodeGone' | 'joinLiveSession' | 'leaveLiveSession'
  > & {
    readonly context: Pick<Core['context'], 'liveRuns'>;
  };
  readonly limits: SocketLimits;
  /** Runs a joined session. When it throws, the session is released and can be joined again. */
  readonly open: (session: LiveSession) => Promise<LiveSessionRun> | LiveSessionRun;
  /** Receives faults that no client sees. */
  readonly onTrouble: (message: string, error: unknown) => void;
}

/** Upgrades that may wait for their answer at a time: none needs longer than a look into the database. */
const MAX_ARRIVING = 64;

/** Maximum nodes tried for one connection before it is refused. */
const MAX_NODES = 4;

/** The endpoint of one feature. Its parts for sockets are loaded with the first connection. */
export class LiveEndpoint {
  readonly #options: LiveEndpointOptions;
  readonly #accounts: ReturnType<typeof createAccountBudgets>;
  readonly #runs = new Map<string, Promise<LiveSessionRun>>();
  readonly #arriving = new Set<Promise<void>>();
  /** Connections of sessions that other nodes run. */
  readonly #forwarded = new Set<Duplex>();
  #sockets: Promise<WebSocketServer> | null = null;
  #isClosed = false;

  constructor(options: LiveEndpointOptions) {
    this.#options = options;
    this.#accounts = createAccountBudgets(options.limits);
  }

  /** Sessions that run here. */
  get running(): number {
    return this.#runs.size;
  }

  readonly accept: AcceptSocket = (request, socket, head) => {
    if (this.#arriving.size >= MAX_ARRIVING) {
      refuseUpgrade(socket, new AppError('at_capacity', 'Too many connections arrive at once.'));
      return;
    }
    const admitted = this.#admit(request, socket, head).finally(() =>
      this.#arriving.delete(admitted),
    );
    this.#arriving.add(admitted);
  };

  /** Refuses further connections and ends every session. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#arriving);
    // Their clients come back by another node.
    this.#forwarded.forEach((socket) => socket.destroy());
    const opened = await Promise.allSettled(this.#runs.values());
    await Promise.all(
      opened.map(async (run) => {
        if (run.status === 'fulfilled') {
          await run.value.end('service_stopping');
        }
      }),
    );
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { limits, onTrouble } = this.#options;
    // Before the upgrade there is no other listener, and an unhandled reset would end the service.
    const onError = (): void => {
      socket.destroy();
    };
    socket.on('error', onError);
    try {
      requireOpen(this.#isClosed);
      const token = readToken(request);
      if (await this.#forward({ request, socket, head }, token)) {
        return;
      }
      const run = await this.#findRun(token);
      this.#sockets ??= openSockets(limits.maxMessageBytes);
      const server = await this.#sockets;
      requireOpen(this.#isClosed);
      socket.off('error', onError);
      server.handleUpgrade(request, socket, head, (upgraded) => {
        const { accountId } = run.session;
        const opened = new LiveSocket(upgraded, limits, this.#accounts.open(accountId));
        upgraded.once('close', () => this.#accounts.close(accountId));
        run.attach(opened);
      });
    } catch (error) {
      if (!(error instanceof AppError)) {
        onTrouble('a connection could not be taken', error);
      }
      refuseUpgrade(socket, error);
    }
  }

  /** Forwards an upgrade to the session's node; returns whether that node answered it. */
  async #forward(upgrade: Upgrade, token: string): Promise<boolean> {
    const { core } = this.#options;
    if (this.#runs.has(hashSecret(token)) || isForwarded(upgrade.request)) {
      return false;
    }
    for (let attempt = 0; attempt < MAX_NODES; attempt += 1) {
      const node = await core.findLiveNode(token);
      if (node === null) {
        return false;
      }
      const answer = await forwardUpgrade(upgrade, node.url);
      if (answer === 'answered') {
        const { socket } = upgrade;
        this.#forwarded.add(socket);
        socket.once('close', () => this.#forwarded.delete(socket));
        return true;
      }
      if (answer === 'silent') {
        break;
      }
      await core.noteNodeGone(node.id);
    }
    throw new AppError(
      'internal_error',
      'The node of the session does not answer. Try again soon.',
    );
  }

  #findRun(token: string): Promise<LiveSessionRun> {
    const key = hashSecret(token);
    const known = this.#runs.get(key);
    if (known !== undefined) {
      return known;
    }
    const run = this.#join(token);
    this.#runs.set(key, run);
    const forget = (): void => {
      this.#runs.delete(key);
    };
    run.then(({ ended }) => ended.finally(forget), forget);
    return run;
  }

  async #join(token: string): Promise<LiveSessionRun> {
    const { core, feature, open } = this.#options;
    // Runs are found by their token: there is none.
    const session = await core.joinLiveSession(feature, token, { hasNoRun: true });
    try {
      const run = await open(session);
      const release = core.context.liveRuns.add(session.id, run);
      void run.ended.finally(release);
      return run;
    } catch (error) {
      await core.leaveLiveSession(session.id);
      throw error;
    }
  }
}

/** Shared byte budget of an account's connections, kept while one of them is open. */
function createAccountBudgets({ bytesPerSecond, maxMessageBytes }: SocketLimits): {
  open(accountId: string): Budget;
  close(accountId: string): void;
} {
  const accounts = new Map<string, { readonly budget: Budget; connections: number }>();
  return {
    open(accountId) {
      const known = accounts.get(accountId) ?? {
        budget: createByteBudget(bytesPerSecond, maxMessageBytes),
        connections: 0,
      };
      known.connections += 1;
      accounts.set(accountId, known);
      return known.budget;
    },
    close(accountId) {
      const known = accounts.get(accountId);
      if (known !== undefined) {
        known.connections -= 1;
        if (known.connections === 0) {
          accounts.delete(accountId);
        }
      }
    },
  };
}

async function openSockets(maxPayload: number): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
  });
  return server.on('headers', (lines, { socket }) => {
    for (const [name, value] of Object.entries(listUpgradeHeaders(socket))) {
      lines.push(`${name}: ${value}`);
    }
  });
}

/** Addresses hold the token, so they are never logged. */
function readToken({ url = '' }: IncomingMessage): string {
  const query = url.slice(url.indexOf('?') + 1);
  const token = new URLSearchParams(query).get(SESSION_TOKEN_PARAMETER) ?? '';
  if (token === '') {
    throw new AppError(
      'unauthorized',
      `The session token is missing: pass it as the query parameter ${SESSION_TOKEN_PARAMETER}.`,
    );
  }
  return token;
}

function requireOpen(isClosed: boolean): void {
  if (isClosed) {
    throw new AppError('at_capacity', 'The service is stopping. Try again soon.', {
      details: faultDetails('service_stopping'),
    });
  }
}
