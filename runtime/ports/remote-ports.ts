import { PortEnd } from './port-end.ts';

/** Transfer of ports to one other process or page. */
export interface PortWire {
  readonly post: (id: string, message: unknown, ports: readonly string[]) => void;
  readonly close: (id: string) => void;
}

/** Port ends located in one other page or utility process. */
export class RemotePorts {
  readonly #wire: PortWire;
  readonly #ends = new Map<string, PortEnd>();
  #lastId = 0;

  constructor(wire: PortWire) {
    this.#wire = wire;
  }

  /**
   * Transfers ends. `announce` sends the message that carries them, by their ids on the wire; messages queued
   * in the ends follow it, because the ids are unknown before.
   */
  send(ends: readonly PortEnd[], announce: (ids: readonly string[]) => void): void {
    const ids = ends.map(() => {
      this.#lastId += 1;
      return `main-${this.#lastId}`;
    });
    announce(ids);
    for (const [index, end] of ends.entries()) {
      this.#register(ids[index] ?? '', end);
    }
  }

  /** Receives ports from there; returns the local ends. */
  receive(ids: readonly string[]): PortEnd[] {
    return ids.map((id) => {
      const [there, here] = PortEnd.createPair();
      this.#register(id, there);
      return here;
    });
  }

  /** Delivers a message that was sent into the remote end. */
  deliver(id: string, message: unknown, ports: readonly string[]): void {
    this.#ends.get(id)?.post(message, this.receive(ports));
  }

  /** Handles the close of the remote end. */
  closeEnd(id: string): void {
    const end = this.#ends.get(id);
    this.#ends.delete(id);
    end?.close();
  }

  /** The other place is gone with all its ends. */
  closeAll(): void {
    for (const id of this.#ends.keys()) {
      this.closeEnd(id);
    }
  }

  #register(id: string, end: PortEnd): void {
    this.#ends.set(id, end);
    end.setSink({
      deliver: (message, ports) => {
        this.send(ports, (ids) => this.#wire.post(id, message, ids));
      },
      close: () => {
        this.#ends.delete(id);
        this.#wire.close(id);
      },
    });
  }
}
