/**
 * A connection to PulseAudio, or to PipeWire in its place. Its loop is turned by Node's own thread every few
 * milliseconds: no thread of libpulse waits for callbacks, and nothing needs a lock.
 */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import {
  contextStates,
  INVALID_INDEX,
  type LibPulse,
  openLibPulse,
  type Pointer,
} from './libpulse.ts';

/** Iteration interval of the loop. */
export const TURN_MS = 2;
const CONNECT_MS = 5000;
const ANSWER_MS = 5000;
/** The server may be started by systemd, never by us. */
const NO_AUTOSPAWN = 1;

/** An answer of the server that is waited for. */
interface Waiting {
  readonly reject: (error: AppError) => void;
}

/** See the head of the file. Close it. */
export class PulseConnection {
  readonly lib: LibPulse;
  readonly context: Pointer;
  readonly #loop: Pointer;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Set<Waiting>();
  readonly #onTurn = new Set<() => void>();
  #error: AppError | null = null;
  #isClosed = false;
  #onEnd: (error: AppError) => void = () => undefined;

  private constructor(lib: LibPulse) {
    this.lib = lib;
    this.#loop = lib.newMainLoop();
    this.context = lib.newContext(lib.apiOf(this.#loop), 'Guise');
    lib.connectContext(this.context, null, NO_AUTOSPAWN, null);
    // Sockets are read before: after a pause of this thread, audio that has come counts as come.
    this.#timer = setInterval(() => setImmediate(() => this.#turn()), TURN_MS);
  }

  /** Connects. Throws `capability_unavailable` without libpulse or without a running server. */
  static async open(): Promise<PulseConnection> {
    const connection = new PulseConnection(openLibPulse());
    const endMs = performance.now() + CONNECT_MS;
    while (!connection.#isReady() && connection.#error === null && performance.now() < endMs) {
      await connection.#nextTurn();
    }
    if (!connection.#isReady()) {
      const error = connection.#error ?? toNoServer('It does not answer.');
      connection.close();
      throw error;
    }
    return connection;
  }

  /** Called once when the server has disconnected. */
  onEnd(listener: (error: AppError) => void): void {
    this.#onEnd = listener;
  }

  /** Calls the listener after each iteration of the loop, until the returned function is called. */
  onTurn(listener: () => void): () => void {
    this.#onTurn.add(listener);
    return () => void this.#onTurn.delete(listener);
  }

  /** Last error text of the server. */
  reason(): string {
    return String(this.lib.errorText(this.lib.contextErrno(this.context)));
  }

  /** Asks for a list: `read` gets the address of each entry. */
  async list<Entry>(
    request: (context: Pointer, callback: Pointer, own: null) => unknown,
    read: (info: Pointer) => Entry,
  ): Promise<Entry[]> {
    const entries: Entry[] = [];
    await this.#ask(
      this.lib.protos.list,
      (done) => (_context: Pointer, info: Pointer, eol: number) => {
        if (eol === 0) {
          entries.push(read(info));
        } else {
          done(eol);
        }
      },
      (callback) => request(this.context, callback, null),
    );
    return entries;
  }

  /** Asks for one thing. */
  async one<Entry>(
    request: (context: Pointer, callback: Pointer, own: null) => unknown,
    read: (info: Pointer) => Entry,
  ): Promise<Entry> {
    let entry: Entry | undefined;
    await this.#ask(
      this.lib.protos.one,
      (done) => (_context: Pointer, info: Pointer) => {
        entry = read(info);
        done(1);
      },
      (callback) => request(this.context, callback, null),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the callback ran
    return entry as Entry;
  }

  /** Loads a module and gives its number. Throws `capability_unavailable` when the server refuses. */
  async loadModule(name: string, argument: string): Promise<number> {
    const index = await this.#ask(
      this.lib.protos.index,
      (done) => (_context: Pointer, found: number) => done(found),
      (callback) => this.lib.loadModule(this.context, name, argument, callback, null),
    );
    if (index === INVALID_INDEX) {
      throw new AppError(
        'capability_unavailable',
        `The sound server does not load ${name}: ${this.reason()}.`,
        { details: { service: 'sound-server', module: name } },
      );
    }
    return index;
  }

  /** Runs a command; false when the server refuses. */
  async command(request: (callback: Pointer) => unknown): Promise<boolean> {
    const success = await this.#ask(
      this.lib.protos.success,
      (done) => (_context: Pointer, isDone: number) => done(isDone),
      request,
    );
    return success === 1;
  }

  /** Leaves the server; streams end. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#fail(toNoServer('The connection was closed.'));
    this.lib.disconnectContext(this.context);
    this.lib.unrefContext(this.context);
    this.lib.freeMainLoop(this.#loop);
  }

  #isReady(): boolean {
    return Number(this.lib.contextState(this.context)) === contextStates.ready;
  }

  async #nextTurn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.onTurn(resolve);
    await promise;
    stop();
  }

  #turn(): void {
    if (this.#isClosed) {
      return;
    }
    while (Number(this.lib.iterate(this.#loop, 0, null)) > 0) {
      // Until no work is left.
    }
    const state = Number(this.lib.contextState(this.context));
    if (state >= contextStates.failed && this.#error === null) {
      this.#error = toNoServer(this.reason());
      this.#fail(this.#error);
      this.#onEnd(this.#error);
    }
    for (const listener of this.#onTurn) {
      listener();
    }
  }

  #fail(error: AppError): void {
    for (const { reject } of this.#waiting) {
      reject(error);
    }
    this.#waiting.clear();
  }

  async #ask(
    proto: unknown,
    toCallback: (done: (result: number) => void) => (...args: never[]) => void,
    start: (callback: Pointer) => unknown,
  ): Promise<number> {
    if (this.#error !== null) {
      throw this.#error;
    }
    const { koffi } = this.lib;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
    const callback = koffi.register(toCallback(resolve), koffi.pointer(proto as 'int'));
    const waiting = { reject };
    this.#waiting.add(waiting);
    const late = setTimeout(() => reject(toNoServer('It does not answer.')), ANSWER_MS);
    const operation = start(callback);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(waiting);
      if (operation !== null) {
        // An answer that comes too late would call what another question has registered by then.
        this.lib.cancelOperation(operation);
        this.lib.unrefOperation(operation);
      }
      setImmediate(() => koffi.unregister(callback));
    }
  }
}

function toNoServer(reason: string): AppError {
  return new AppError(
    'capability_unavailable',
    `No sound server answers (${reason}). Guise needs PulseAudio, or PipeWire with pipewire-pulse.`,
    { details: { service: 'sound-server', ...faultDetails('sound_server') } },
  );
}
