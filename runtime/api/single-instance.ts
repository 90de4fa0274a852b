import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../chromium/profile-lock.ts';
import { makeOwnFolder } from '../own-folder.mjs';

/** Arguments that a second instance passes to the first. */
export interface SecondStart {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

const handOffTimeoutMs = 3_000;
const handOffAttempts = 5;
const handOffPauseMs = 100;
const maxHandOffLength = 1_048_576;
const socketName = 'instance.sock';

/** Sends standard input to a socket; it runs in a process of its own so that the caller can wait. */
const sender = `
const socket = require('node:net').connect(process.argv[1], () => process.stdin.pipe(socket));
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(0));
socket.resume();`;

/** The lock that lets an app run once per user data folder. */
export class SingleInstance {
  readonly #onSecondStart: (start: SecondStart) => void;
  #server: Server | null = null;
  #folder: string | null = null;

  constructor(onSecondStart: (start: SecondStart) => void) {
    this.#onSecondStart = onSecondStart;
  }

  get isHeld(): boolean {
    return this.#server !== null;
  }

  /**
   * Acquires the lock, or hands this start over to the instance that holds it and returns false. The hand-over
   * is complete when this returns, so the caller may exit immediately.
   */
  request(folder: string, additionalData: unknown): boolean {
    if (this.isHeld) {
      return true;
    }
    makeOwnFolder(folder);
    while (!tryLock(lockFile(folder))) {
      const holder = readHolder(lockFile(folder));
      if (holder !== process.pid && isAlive(holder) && handOffPatiently(folder, additionalData)) {
        return false;
      }
      // The holder is gone, or its number belongs to some other program by now.
      rmSync(lockFile(folder), { force: true });
    }
    this.#folder = folder;
    this.#listen(folder);
    process.once('exit', () => this.release());
    return true;
  }

  /** Gives the lock back. */
  release(): void {
    if (this.#folder === null) {
      return;
    }
    this.#server?.close();
    this.#server = null;
    rmSync(toSocketPath(this.#folder), { force: true });
    rmSync(lockFile(this.#folder), { force: true });
    this.#folder = null;
  }

  #listen(folder: string): void {
    rmSync(toSocketPath(folder), { force: true });
    const server = createServer((socket) => {
      let text = '';
      socket.setEncoding('utf8');
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > maxHandOffLength) {
          socket.destroy();
        }
      });
      socket.on('end', () => {
        const start = parseStart(text);
        socket.end();
        if (start !== null) {
          this.#onSecondStart(start);
        }
      });
    });
    runInFolder(folder, () => server.listen(socketName));
    server.unref();
    this.#server = server;
  }
}

function lockFile(folder: string): string {
  return join(folder, 'instance.lock');
}

function toSocketPath(folder: string): string {
  return join(folder, socketName);
}

/**
 * Does what must be done inside a folder. Sockets are named by their name alone, because the kernel takes 107 bytes of
 * a path, and in any other place than the user's own folder somebody else could listen first.
 */
function runInFolder(folder: string, work: () => void): void {
  const before = process.cwd();
  process.chdir(folder);
  try {
    work();
  } finally {
    process.chdir(before);
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

function readHolder(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Returns false when nobody listens, even after a moment: the holder may still be starting. */
function handOffPatiently(folder: string, additionalData: unknown): boolean {
  for (let attempt = 0; attempt < handOffAttempts; attempt += 1) {
    if (handOff(folder, additionalData)) {
      return true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, handOffPauseMs);
  }
  return false;
}

/** Returns false when nobody listens. A holder that is too busy to answer in time still holds the lock. */
function handOff(folder: string, additionalData: unknown): boolean {
  const start = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
  const { status } = spawnSync(process.execPath, ['-e', sender, socketName], {
    cwd: folder,
    input: JSON.stringify(start),
    timeout: handOffTimeoutMs,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return status !== 1;
}

function parseStart(text: string): SecondStart | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const { argv, workingDirectory, additionalData } = value as Partial<Record<string, unknown>>;
  if (!Array.isArray(argv) || typeof workingDirectory !== 'string') {
    return null;
  }
  return { argv: argv.map(String), workingDirectory, additionalData };
}
