import { Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/** How long PostgreSQL may stay silent, in milliseconds; the client by itself waits for ever. */
export interface PostgresTimeouts {
  /** Until there is a connection, or a free one in the pool. */
  readonly connectMs: number;
  /** A connection without a byte in either direction for so long is closed; its query fails. */
  readonly silenceMs: number;
}

/** 20 s for a connection, a minute of silence. */
export const defaultPostgresTimeouts: PostgresTimeouts = { connectMs: 20_000, silenceMs: 60_000 };

/**
 * Settings of a connection that never waits for ever. The bound stands on the socket rather than on a
 * query, because a connection whose query was given up must not be used again. The server ends
 * statements and open transactions at the same time.
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
