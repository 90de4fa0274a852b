import { EventEmitter } from 'node:events';
import { Client, type ClientConfig, type Pool } from 'pg';

/** Signals without a value. */
const plainKinds = ['work', 'outbox', 'unused', 'deleted'] as const;

/**
 * `work`: a job may be claimed. `outbox`: a webhook waits to be sent. `unused`: bytes lost their last row and have to be
 * removed. `deleted`: a customer deleted files, which have to leave the database and its backups too. `ended`: a job was
 * ended by another caller than its worker.
 */
export type Signal =
  | { readonly kind: (typeof plainKinds)[number] }
  | { readonly kind: 'ended'; readonly jobId: string };

/**
 * Hints between the parts of the service, and between services that share a PostgreSQL. A hint may be
 * lost (a dropped connection), so every listener also polls; nothing is decided by a hint.
 */
export interface Signals {
  /** Call it after the transaction has been committed. Never fails. */
  send(signal: Signal): void;
  /** The returned function ends it. */
  listen(listener: (signal: Signal) => void): () => void;
  close(): Promise<void>;
}

/** Signals of a store with one owner: an emitter inside the process. */
export function createLocalSignals(): Signals {
  const emitter = new EventEmitter<{ signal: [Signal] }>().setMaxListeners(0);
  return {
    send: (signal) => {
      emitter.emit('signal', signal);
    },
    listen: (listener) => {
      emitter.on('signal', listener);
      return () => emitter.off('signal', listener);
    },
    close: () => {
      emitter.removeAllListeners();
      return Promise.resolve();
    },
  };
}

const CHANNEL = 'guise';
const RECONNECT_MS = 2000;

/**
 * Signals on PostgreSQL: NOTIFY through the pool, LISTEN on a separate connection, which is reopened when it
 * breaks. A query every `heartbeatMs` keeps it active, and detects when it is silent.
 */
export async function openPostgresSignals(
  pool: Pool,
  config: ClientConfig,
  heartbeatMs: number,
): Promise<Signals> {
  const local = createLocalSignals();
  let isClosed = false;
  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new Client(config);
    next.on('notification', ({ payload }) => {
      local.send(fromPayload(payload ?? ''));
    });
    next.on('error', () => undefined); // 'end' follows.
    next.on('end', () => {
      client = null;
      reconnectLater();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };
  const reconnectLater = (): void => {
    if (!isClosed) {
      clearTimeout(retry);
      retry = setTimeout(() => {
        connect().catch(reconnectLater);
      }, RECONNECT_MS).unref();
    }
  };

  let isRequested = false;
  const askForLife = async (listening: Client): Promise<void> => {
    isRequested = true;
    try {
      await listening.query('select 1');
    } catch {
      // The connection has ended and is opened again.
    } finally {
      isRequested = false;
    }
  };
  const heartbeat = setInterval(() => {
    if (client !== null && !isRequested) {
      void askForLife(client);
    }
  }, heartbeatMs).unref();

  await connect();
  return {
    send: (signal) => {
      // The server hands it back to this service too. When it cannot be sent, the poll takes over.
      pool.query('select pg_notify($1, $2)', [CHANNEL, toPayload(signal)]).catch(() => undefined);
    },
    listen: (listener) => local.listen(listener),
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(heartbeat);
      await client?.end();
      await local.close();
    },
  };
}

function toPayload(signal: Signal): string {
  return signal.kind === 'ended' ? signal.jobId : signal.kind;
}

function fromPayload(payload: string): Signal {
  const kind = plainKinds.find((plain) => plain === payload);
  return kind === undefined ? { kind: 'ended', jobId: payload } : { kind };
}
