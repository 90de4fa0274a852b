import { Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/** Timeouts of PostgreSQL, in milliseconds; the client's default is to wait forever. */
export interface PostgresTimeouts {
  /** Wait for a new connection, or for a free one of the pool. */
  readonly connectMs: number;
  /** Silence in both directions after which a connection is closed; its query fails. */
  readonly silenceMs: number;
}

/** 20 s for a connection, a minute of silence. */
export const defaultPostgresTimeouts: PostgresTimeouts = { connectMs: 20_000, silenceMs: 60_000 };

/**
 * Adds timeouts to a connection's settings. The limit is on the socket rather than on a query, because a
 * connection whose query was abandoned must not be reused. The server ends statements and open transactions at
 * the same time.
 */
export function withTimeouts<Config extends ClientConfig>(
  config: Config,
  { connectMs, silenceMs }: PostgresTimeouts,
): Config {
  return {
    ...config,
    connectionTimeoutMillis: connectMs,
    statement_timeout: silenceMs,
    idle_in_transaction_session_timeout: silenceMs,
    keepAlive: true,
    stream: () => {
      const socket = new Socket();
      socket.setTimeout(silenceMs, () => {
        socket.destroy(new Error(`PostgreSQL was silent for ${silenceMs} ms.`));
      });
      return socket;
    },
  };
}
