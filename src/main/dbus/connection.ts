import { connect, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { decodeMessage, type DbusMessage, encodeMessage, messageTypes } from './message.ts';
import { type DbusValue, toDbusText } from './values.ts';

/** Call of a method of another program on the bus. */
export interface DbusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly DbusValue[];
}

/** Handles a call to our object; null when the method is unknown. */
export type DbusHandler = (message: DbusMessage) => {
  readonly signature: string;
  readonly body: readonly DbusValue[];
} | null;

const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

const unknownMethod = 'org.freedesktop.DBus.Error.UnknownMethod';

/** Path of the session bus's socket; null when there is none. */
export function findSessionBus(env: NodeJS.ProcessEnv): string | null {
  const { DBUS_SESSION_BUS_ADDRESS: named, XDG_RUNTIME_DIR: folder } = env;
  const addresses = named ?? (folder === undefined ? '' : `unix:path=${folder}/bus`);
  for (const address of addresses.split(';')) {
    const options = new Map(
      address
        .replace(/^unix:/, '')
        .split(',')
        .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
    );
    const path = options.get('path');
    const abstract = options.get('abstract');
    if (address.startsWith('unix:') && (path !== undefined || abstract !== undefined)) {
      try {
        return decodeURIComponent(path ?? `\0${String(abstract)}`);
      } catch {
        // An unreadable address counts as none.
      }
    }
  }
  return null;
}

/** A connection to a bus: calls, signals, and objects of ours that others call. */
export class DbusConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly DbusValue[]>>();
  readonly #objects = new Map<string, DbusHandler>();
  readonly #onSignal: (message: DbusMessage) => void;
  readonly #onEnd: (error: Error) => void;
  #failure: Error | null = null;
  #serial = 0;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(
    socket: Socket,
    onSignal: (message: DbusMessage) => void,
    onEnd: (error: Error) => void,
  ) {
    this.#socket = socket;
    this.#onSignal = onSignal;
    this.#onEnd = onEnd;
    socket.on('data', (bytes) => this.#receive(bytes));
    const end = (): void => this.#end(new Error('The bus of the session is gone.'));
    socket.on('close', end);
    socket.on('error', end);
  }

  /**
   * Connects and returns the connection with its bus name. Rejects without an answer, or when the connection is
   * refused. `onEnd` is called once with the reason of the end.
   */
  static async open(
    path: string,
    onSignal: (message: DbusMessage) => void,
    onEnd: (error: Error) => void = () => undefined,
  ): Promise<{ readonly connection: DbusConnection; readonly name: string }> {
    const socket = await openSocket(path);
    try {
      await authenticate(socket);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    const connection = new DbusConnection(socket, onSignal, onEnd);
    const [name] = await connection.call({ ...bus, member: 'Hello' });
    return { connection, name: toDbusText(name) };
  }

  /** Calls another program; rejects with its error reply. */
  async call(call: DbusCall): Promise<readonly DbusValue[]> {
    if (this.#failure !== null) {
      throw this.#failure;
    }
    const answer = Promise.withResolvers<readonly DbusValue[]>();
    const serial = this.#send({ type: messageTypes.call, signature: '', body: [], ...call });
    this.#waiting.set(serial, answer);
    return answer.promise;
  }

  /** Subscribes to signals that match a rule. */
  async match(rule: string): Promise<void> {
    await this.call({ ...bus, member: 'AddMatch', signature: 's', body: [rule] });
  }

  /** Registers an object at a path. */
  serve(path: string, handler: DbusHandler): void {
    this.#objects.set(path, handler);
  }

  /** Sends a signal to all listeners. */
  signal(message: Pick<DbusMessage, 'path' | 'interface' | 'member' | 'signature' | 'body'>): void {
    this.#send({ type: messageTypes.signal, ...message });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** The process may end while it is open. */
  unref(): void {
    this.#socket.unref();
  }

  #send(message: Omit<DbusMessage, 'serial'>): number {
    this.#serial += 1;
    this.#socket.write(encodeMessage({ ...message, serial: this.#serial }));
    return this.#serial;
  }

  #receive(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    try {
      for (let next = decodeMessage(this.#rest); next !== null; next = decodeMessage(this.#rest)) {
        this.#rest = this.#rest.subarray(next.length);
        this.#handle(next.message);
      }
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      this.#socket.destroy();
    }
  }

  #handle(message: DbusMessage): void {
    const { type, replySerial } = message;
    if (type === messageTypes.call) {
      this.#answer(message);
    } else if (type === messageTypes.signal) {
      this.#onSignal(message);
    } else if (replySerial !== undefined) {
      const answer = this.#waiting.get(replySerial);
      this.#waiting.delete(replySerial);
      if (type === messageTypes.reply) {
        answer?.resolve(message.body);
      } else {
        answer?.reject(
          new Error(`${message.errorName ?? 'Error'}: ${toDbusText(message.body[0])}`),
        );
      }
    }
  }

  #answer(call: DbusMessage): void {
    const reply = this.#objects.get(call.path ?? '')?.(call) ?? null;
    const to = { replySerial: call.serial, destination: call.sender };
    if (reply === null) {
      const body = [`There is no ${call.member ?? ''} at ${call.path ?? ''}.`];
      const error = { errorName: unknownMethod, signature: 's', body };
      this.#send({ type: messageTypes.error, ...to, ...error });
    } else {
      this.#send({ type: messageTypes.reply, ...to, ...reply });
    }
  }

  #end(error: Error): void {
    if (this.#failure !== null) {
      return;
    }
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) {
      reject(error);
    }
    this.#waiting.clear();
    this.#onEnd(error);
  }
}

function openSocket(path: string): Promise<Socket> {
  const opened = Promise.withResolvers<Socket>();
  const socket = connect(path);
  socket.once('connect', () => opened.resolve(socket));
  socket.once('error', opened.reject);
  return opened.promise.finally(() => socket.removeListener('error', opened.reject));
}

/** Authenticates with the user id of the socket. */
async function authenticate(socket: Socket): Promise<void> {
  const uid = Buffer.from(String(userInfo().uid)).toString('hex');
  const answer = Promise.withResolvers<string>();
  const fail = (): void => answer.reject(new Error('The bus of the session closed.'));
  socket.once('data', (bytes) => answer.resolve(bytes.toString('latin1')));
  socket.once('close', fail);
  socket.once('error', fail);
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  try {
    const line = await answer.promise;
    if (!line.startsWith('OK ')) {
      throw new Error(`The bus of the session refused: ${line.trim()}`);
    }
  } finally {
    socket.removeListener('close', fail);
    socket.removeListener('error', fail);
  }
  socket.write('BEGIN\r\n');
}
