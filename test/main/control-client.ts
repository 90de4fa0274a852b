import { once } from 'node:events';
import { WebSocket } from 'ws';
import {
  type ControlEvent,
  controlEventSchema,
  type ControlReply,
  controlReplySchema,
} from '../../src/contract/control.ts';

/** A program that controls Guise, written according to the documentation. */
export class ControlClient {
  readonly socket: WebSocket;
  readonly events: ControlEvent[] = [];
  readonly replies: ControlReply[] = [];
  /** The close code; null while it is open. */
  closeCode: number | null = null;
  readonly #waiting = new Map<string, (reply: ControlReply) => void>();
  #count = 0;

  constructor(port: number, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers });
    this.socket.on('error', () => undefined);
    this.socket.on('close', (code) => (this.closeCode = code));
    this.socket.on('message', (bytes: Buffer) => {
      const message: unknown = JSON.parse(bytes.toString());
      const event = controlEventSchema.safeParse(message);
      if (event.success) {
        this.events.push(event.data);
        return;
      }
      const reply = controlReplySchema.parse(message);
      this.replies.push(reply);
      this.#waiting.get(reply.id ?? '')?.(reply);
    });
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  async closed(): Promise<number | null> {
    if (this.closeCode === null) {
      await once(this.socket, 'close');
    }
    return this.closeCode;
  }

  request(method: string, params?: unknown): Promise<ControlReply> {
    this.#count += 1;
    const id = String(this.#count);
    const answer = Promise.withResolvers<ControlReply>();
    this.#waiting.set(id, answer.resolve);
    this.socket.send(JSON.stringify({ id, method, ...(params === undefined ? {} : { params }) }));
    return answer.promise;
  }

  connect(name: string, key?: string): Promise<ControlReply> {
    return this.request('connect', { version: 1, name, ...(key === undefined ? {} : { key }) });
  }
}
