import type { FromPage, PortClosed, PortMessage } from '../agents/messages.ts';
import type { Page } from '../page/page.ts';
import { RemotePorts } from '../ports/remote-ports.ts';
import { createEvent } from './event.ts';
import { findHandler, type IpcMain, ipcMain, type InvokeHandler } from './ipc-main.ts';
import { fromEnd, detachEnds } from './message-port.ts';

/** Carries IPC between one page and the app's handlers. */
export class PageCalls {
  readonly #page: Page;
  readonly #ownIpc: IpcMain;
  readonly #createFields: () => object;
  readonly #ports: RemotePorts;

  constructor(options: {
    readonly page: Page;
    /** The `ipc` of the page's own WebContents, asked before the global one. */
    readonly ownIpc: IpcMain;
    /** Sender and frame, for the event objects. */
    readonly createFields: () => object;
  }) {
    const { page } = options;
    this.#page = page;
    this.#ownIpc = options.ownIpc;
    this.#createFields = options.createFields;
    this.#ports = new RemotePorts({
      post: (id, message, ports) => page.send({ t: 'port', id, message, ports }),
      close: (id) => page.send({ t: 'port_closed', id }),
    });
    page.on('navigated', () => this.#ports.closeAll());
    page.on('crashed', () => this.#ports.closeAll());
  }

  /** Sends a message with ports to the page. */
  postMessage(channel: string, message: unknown, transfer: readonly unknown[]): void {
    this.#ports.send(detachEnds(transfer), (ports) => {
      this.#page.send({ t: 'ports', channel, message, ports });
    });
  }

  /** Takes what the agent of the page says about IPC; false when it is about something else. */
  receive(message: FromPage): boolean {
    switch (message.t) {
      case 'send':
        this.#emit(
          message.channel,
          createEvent({ ...this.#createFields(), ports: [] }),
          message.args,
        );
        return true;
      case 'post': {
        const ports = this.#ports.receive(message.ports).map(fromEnd);
        this.#emit(message.channel, createEvent({ ...this.#createFields(), ports }), [
          message.message,
        ]);
        return true;
      }
      case 'invoke':
        void this.#invoke(message);
        return true;
      case 'port':
      case 'port_closed':
        this.#receivePort(message);
        return true;
      case 'ready':
      case 'preload_error':
      case 'file_path':
      case 'open_link':
      case 'title':
      case 'window':
        return false;
    }
  }

  /** The page is gone. */
  close(): void {
    this.#ports.closeAll();
  }

  #receivePort(message: PortMessage | PortClosed): void {
    if (message.t === 'port') {
      this.#ports.deliver(message.id, message.message, message.ports);
    } else {
      this.#ports.closeEnd(message.id);
    }
  }

  #emit(channel: string, event: object, args: readonly unknown[]): void {
    this.#ownIpc.emit(channel, event, ...args);
    ipcMain.emit(channel, event, ...args);
  }

  async #invoke(call: FromPage & { readonly t: 'invoke' }): Promise<void> {
    const handler = findHandler(this.#ownIpc, call.channel) ?? findHandler(ipcMain, call.channel);
    try {
      const value = await this.#run(handler, call);
      this.#page.send({ t: 'result', id: call.id, isOk: true, value });
    } catch (error) {
      // The words of Electron, which app code takes apart.
      const text = `Error invoking remote method '${call.channel}': ${String(error)}`;
      this.#page.send({ t: 'result', id: call.id, isOk: false, value: new Error(text) });
    }
  }

  #run(handler: InvokeHandler | null, call: FromPage & { readonly t: 'invoke' }): unknown {
    if (handler === null) {
      throw new Error(`No handler registered for '${call.channel}'`);
    }
    return handler(createEvent(this.#createFields()), ...call.args);
  }
}
