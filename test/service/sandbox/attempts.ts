/** Attempts of a process that a hostile file has taken over, and their results. */
import { createSocket } from 'node:dgram';
import { chmod, open, readFile } from 'node:fs/promises';
import { connect } from 'node:net';

/** Things to try. */
export interface Attempts {
  /** Files to read. */
  readonly read: readonly string[];
  /** Files to change in place, after making them writable. */
  readonly change: readonly string[];
  /** TCP ports of this machine to connect to. */
  readonly ports: readonly number[];
}

/** Errors by attempt; `done` for a successful one. */
export type Outcomes = Readonly<Record<string, string>>;

/** Makes all attempts in sequence. */
export async function tryAll({ read, change, ports }: Attempts): Promise<Outcomes> {
  const outcomes: Record<string, string> = {};
  const attempt = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    outcomes[name] = await act().then(() => 'done', toCode);
  };
  for (const path of read) {
    await attempt(`read ${path}`, () => readFile(path));
  }
  for (const path of change) {
    await attempt(`chmod ${path}`, () => chmod(path, 0o600));
    await attempt(`change ${path}`, () => changeInPlace(path));
  }
  for (const port of ports) {
    await attempt(`connect ${port}`, () => connectTo(port));
  }
  await attempt('send outside', sendOutside);
  return outcomes;
}

async function changeInPlace(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.write('changed', 0);
  await handle.close();
}

function connectTo(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** An address reserved for documentation, which never answers. */
function sendOutside(): Promise<void> {
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) => {
    socket.send('x', 53, '192.0.2.1', (error) => {
      socket.close();
      if (error === null) {
        resolve();
      } else {
        reject(error);
      }
    });
  });
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
