/** Runs first in a utility process: gives the module its `process.parentPort`. */
import { EventEmitter } from 'node:events';
import { fromEnd, type MessagePortMain } from './api/message-port.ts';
import { RemotePorts } from './ports/remote-ports.ts';
import { isUtilityMessage, serviceNameVariable } from './ports/utility-messages.ts';

interface Received {
  readonly data: unknown;
  readonly ports: MessagePortMain[];
}

/** Electron's `ParentPort`. Messages wait until somebody listens. */
class ParentPort extends EventEmitter {
  #waiting: Received[] | null = [];

  constructor() {
    super();
    this.on('newListener', (name) => {
      if (name === 'message') {
        // The listener is added after this event.
        queueMicrotask(() => this.start());
      }
    });
  }

  /** Delivers what waits; done by itself for the first listener. */
  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const received of waiting) {
      this.emit('message', received);
    }
  }

  postMessage(message: unknown): void {
    process.send?.({ t: 'message', message, ports: [] });
  }

  /** For this file: delivers a received message. */
  static receive(port: ParentPort, received: Received): void {
    if (port.#waiting === null) {
      port.emit('message', received);
    } else {
      port.#waiting.push(received);
    }
  }
}

const parentPort = new ParentPort();
const ports = new RemotePorts({
  post: (id, message, moved) => process.send?.({ t: 'port', id, message, ports: moved }),
  close: (id) => process.send?.({ t: 'port_closed', id }),
});

process.on('message', (message) => {
  if (!isUtilityMessage(message)) {
    return;
  }
  switch (message.t) {
    case 'message':
      ParentPort.receive(parentPort, {
        data: message.message,
        ports: ports.receive(message.ports).map(fromEnd),
      });
      break;
    case 'port':
      ports.deliver(message.id, message.message, message.ports);
      break;
    case 'port_closed':
      ports.closeEnd(message.id);
      break;
  }
});
// The app is gone, also when it was killed.
process.on('disconnect', () => process.exit(0));

process.title = process.env[serviceNameVariable] ?? process.title;
delete process.env[serviceNameVariable];
Object.assign(process, { parentPort, type: 'utility' });
