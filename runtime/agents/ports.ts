import type { PortClosed, PortMessage } from './messages.ts';

/** The page's ends of ports that lead to main. */
export interface PortTable {
  /** Takes over ports that go to main; returns their ids. */
  readonly send: (ports: readonly unknown[]) => string[];
  /** Makes the page's ends of ports that main sent. */
  readonly receive: (ids: readonly string[]) => MessagePort[];
  readonly deliver: (message: PortMessage) => void;
  readonly close: (id: string) => void;
}

/**
 * Emulates the transfer of message ports between a page and main, message by message. Runs inside
 * pages, as text: it must refer to nothing outside itself.
 */
export function createPorts(post: (message: PortMessage | PortClosed) => void): PortTable {
  const ports = new Map<string, MessagePort>();
  const prefix = `page-${crypto.randomUUID()}-`;
  let lastId = 0;

  const attach = (id: string, port: MessagePort): void => {
    ports.set(id, port);
    port.addEventListener('message', (event) => {
      post({ t: 'port', id, message: event.data as unknown, ports: send(event.ports) });
    });
    port.addEventListener('close', () => {
      if (ports.delete(id)) {
        post({ t: 'port_closed', id });
      }
    });
    port.start();
  };

  const send = (moved: readonly unknown[]): string[] =>
    moved.map((port) => {
      if (!(port instanceof MessagePort)) {
        throw new TypeError('Only a MessagePort can be transferred to main.');
      }
      lastId += 1;
      const id = prefix + String(lastId);
      attach(id, port);
      return id;
    });

  const receive = (ids: readonly string[]): MessagePort[] =>
    ids.map((id) => {
      const { port1, port2 } = new MessageChannel();
      attach(id, port1);
      return port2;
    });

  return {
    send,
    receive,
    deliver: ({ id, message, ports: moved }) => {
      const port = ports.get(id);
      if (port !== undefined) {
        port.postMessage(message, receive(moved));
      }
    },
    close: (id) => {
      const port = ports.get(id);
      ports.delete(id);
      port?.close();
    },
  };
}
