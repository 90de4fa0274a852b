import { EventEmitter } from 'node:events';
import { PortEnd } from '../ports/port-end.ts';
import { guardInstances } from './class-guard.ts';

const ends = new WeakMap<MessagePortMain, PortEnd>();

/** Electron's `MessagePortMain`. Made by `MessageChannelMain`, or by a message that brought it. */
export class MessagePortMain extends EventEmitter {
  #isStarted = false;

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    const moved = detachEnds(transfer);
    ends.get(this)?.post(structuredClone(message), moved);
  }

  start(): void {
    const end = ends.get(this);
    if (this.#isStarted || end === undefined) {
      return;
    }
    this.#isStarted = true;
    end.setSink({
      deliver: (data, moved) => {
        setImmediate(() => this.emit('message', { data, ports: moved.map(fromEnd) }));
      },
      close: () => {
        setImmediate(() => this.emit('close'));
      },
    });
  }

  close(): void {
    const end = ends.get(this);
    if (end !== undefined && !end.isClosed) {
      end.close();
      setImmediate(() => this.emit('close'));
    }
  }
}

/** Electron's `MessageChannelMain`. */
export class MessageChannelMain {
  readonly port1: MessagePortMain;
  readonly port2: MessagePortMain;

  constructor() {
    const [first, second] = PortEnd.createPair();
    this.port1 = fromEnd(first);
    this.port2 = fromEnd(second);
  }
}

/** Wraps a local end of a port for the app. */
export function fromEnd(end: PortEnd): MessagePortMain {
  const port = new MessagePortMain();
  ends.set(port, end);
  return port;
}

/** Detaches ports from the app in order to transfer them; throws for foreign objects. */
export function detachEnds(ports: readonly unknown[]): PortEnd[] {
  return ports.map((port) => {
    const end = port instanceof MessagePortMain ? ends.get(port) : undefined;
    if (!(port instanceof MessagePortMain) || end === undefined) {
      throw new TypeError('Only a MessagePortMain that has not been moved yet can be transferred.');
    }
    ends.delete(port);
    end.setSink(null);
    return end;
  });
}

guardInstances('MessagePortMain', MessagePortMain);
guardInstances('MessageChannelMain', MessageChannelMain, Object.prototype);
