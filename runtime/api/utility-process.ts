import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { isUtilityMessage, serviceNameVariable } from '../ports/utility-messages.ts';
import { RemotePorts } from '../ports/remote-ports.ts';
import { app } from './app.ts';
import { guardInstances } from './class-guard.ts';
import { createEvent } from './event.ts';
import { detachEnds } from './message-port.ts';

/** Options of `utilityProcess.fork` that mean something here. */
export interface ForkOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
  readonly stdio?: 'pipe' | 'ignore' | 'inherit' | ReadonlyArray<'pipe' | 'ignore' | 'inherit'>;
  readonly serviceName?: string;
}

const entry = new URL('../utility-entry.ts', import.meta.url).href;
const defaultName = 'Node Utility Process';

/** Electron's `UtilityProcess`: a Node process of its own that ends with the app. */
export class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  readonly #ports: RemotePorts;
  #hasExited = false;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    const name = options.serviceName ?? defaultName;
    this.#child = fork(modulePath, args, {
      serialization: 'advanced',
      env: { ...(options.env ?? process.env), [serviceNameVariable]: name },
      execArgv: ['--import', entry, ...(options.execArgv ?? [])],
      stdio: toStdio(options.stdio),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#ports = new RemotePorts({
      post: (id, message, ports) => this.#send({ t: 'port', id, message, ports }),
      close: (id) => this.#send({ t: 'port_closed', id }),
    });
    this.#listen(name);
  }

  get pid(): number | undefined {
    return this.#hasExited ? undefined : this.#child.pid;
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    this.#ports.send(detachEnds(transfer), (ports) => {
      this.#send({ t: 'message', message, ports });
    });
  }

  /** Asks the process to end; false when it already has. */
  kill(): boolean {
    return this.#child.kill();
  }

  #listen(name: string): void {
    const child = this.#child;
    child.on('spawn', () => this.emit('spawn'));
    child.on('error', (error) => {
      if (child.pid === undefined) {
        this.#onExit(1, null, name);
      } else {
        this.emit('error', 'FatalError', '', error.message);
      }
    });
    child.on('message', (message) => {
      if (!isUtilityMessage(message)) {
        return;
      }
      switch (message.t) {
        case 'message':
          this.emit('message', message.message);
          break;
        case 'port':
          this.#ports.deliver(message.id, message.message, message.ports);
          break;
        case 'port_closed':
          this.#ports.closeEnd(message.id);
          break;
      }
    });
    child.on('exit', (code, signal) => this.#onExit(code, signal, name));
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null, name: string): void {
    if (this.#hasExited) {
      return;
    }
    this.#hasExited = true;
    this.#ports.closeAll();
    const exitCode = code ?? 1;
    this.emit('exit', exitCode);
    app.emit('child-process-gone', createEvent({}), {
      type: 'Utility',
      reason: toReason(code, signal),
      exitCode,
      serviceName: 'node.mojom.NodeService',
      name,
    });
  }

  #send(message: object): void {
    if (this.#child.connected) {
      // Messages to a process that is exiting are lost; its exit is reported anyway.
      this.#child.send(message, () => {});
    }
  }
}

guardInstances('UtilityProcess', UtilityProcess);

/** Electron's `utilityProcess` module. */
export const utilityProcess = {
  fork(
    modulePath: string,
    args: readonly string[] = [],
    options: ForkOptions = {},
  ): UtilityProcess {
    if (!app.isReady()) {
      throw new Error('utilityProcess cannot be created before app is ready.');
    }
    return new UtilityProcess(modulePath, args, options);
  },
};

function toStdio(stdio: ForkOptions['stdio'] = 'inherit'): StdioOptions {
  const [input, output, errors] = typeof stdio === 'string' ? ['ignore', stdio, stdio] : stdio;
  if (input !== 'ignore' && input !== undefined) {
    throw new TypeError('stdin value other than ignore is not supported.');
  }
  return ['ignore', output ?? 'inherit', errors ?? 'inherit', 'ipc'];
}

function toReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGTERM' || signal === 'SIGKILL' || signal === 'SIGINT') {
    return 'killed';
  }
  if (signal !== null) {
    return 'crashed';
  }
  return code === 0 ? 'clean-exit' : 'abnormal-exit';
}
