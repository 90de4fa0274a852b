import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../../src/service/store/open.ts';
import { describeUnless } from '../../support/describe-unless.ts';
import {
  findServerPrograms,
  startPostgres,
  type TestPostgres,
  findPostgresProblem,
} from './postgres.ts';

/** A TCP proxy to a server with a Unix socket, which can fall silent. */
class Proxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  isSilent = false;

  constructor(target: string) {
    this.#server = createServer((near) => {
      const far = createConnection(target);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => this.#sockets.delete(socket));
      }
      near.on('data', (bytes) => this.isSilent || far.write(bytes));
      far.on('data', (bytes) => this.isSilent || near.write(bytes));
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  close(): void {
    this.#sockets.forEach((socket) => socket.destroy());
    this.#server.close();
  }
}

describeUnless(findPostgresProblem(), 'a PostgreSQL that falls silent', () => {
  let server: TestPostgres;
  let database: ClientConfig;
  let proxy: Proxy;
  let connection: ClientConfig;

  beforeAll(async () => {
    server = await startPostgres(findServerPrograms() ?? '');
    database = await server.createDatabase();
    proxy = new Proxy(`${database.host ?? ''}/.s.PGSQL.${database.port ?? 5432}`);
    connection = { ...database, host: '127.0.0.1', port: await proxy.listen() };
  });

  afterAll(async () => {
    proxy.close();
    await server.stop();
  });

  const timeouts = { connectMs: 500, silenceMs: 900 };

  it('fails pending queries, and is used again when it answers', async () => {
    const store = await openPostgres({ connection, timeouts });
    const ask = () => sql`select 1`.execute(store.db);
    await ask();
    proxy.isSilent = true;
    await expect(ask()).rejects.toThrow();
    await expect(
      store.db.transaction().execute((tx) => sql`select 1`.execute(tx)),
    ).rejects.toThrow();
    proxy.isSilent = false;
    await expect.poll(() => ask().then(() => 'answered', String)).toBe('answered');
    await store.close();
  });

  it('does not hold up a start for ever', async () => {
    proxy.isSilent = true;
    await expect(openPostgres({ connection, timeouts })).rejects.toThrow();
    proxy.isSilent = false;
  });

  it('reports changes of other services again after its silence', async () => {
    const store = await openPostgres({ connection, timeouts });
    const other = await openPostgres({ connection: database });
    const heard: string[] = [];
    store.signals.listen(({ kind }) => heard.push(kind));
    proxy.isSilent = true;
    await expect(sql`select 1`.execute(store.db)).rejects.toThrow();
    proxy.isSilent = false;
    await expect
      .poll(() => {
        other.signals.send({ kind: 'work' });
        return heard.length;
      })
      .toBeGreaterThan(0);
    await other.close();
    await store.close();
  });

  it('cancels a statement that takes too long', async () => {
    const store = await openPostgres({ connection, timeouts });
    await expect(sql`select pg_sleep(60)`.execute(store.db)).rejects.toThrow();
    await store.close();
  });
});
