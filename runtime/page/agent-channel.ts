import type { FromPage, ToPage } from '../agents/messages.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { createCodec } from '../codec.ts';
import { logBug, logLine } from '../log.ts';

/** Names of the isolated world and of its globals. */
export const agentNames = {
  world: 'electron-preload',
  binding: '__runtimePost',
  receiver: '__runtime',
} as const;

/** Messages kept for a page that is still loading; beyond that the oldest go. */
const maxQueued = 1_000;

const codec = createCodec();

/** The line to the agent in a page's isolated world. It outlives documents, not the page. */
export class AgentChannel {
  readonly #session: CdpSession;
  readonly #mainFrameId: string;
  readonly #onMessage: (message: FromPage) => void;
  /** Contexts of the isolated world that may speak, newest last. */
  #contexts: number[] = [];
  #readyContext: number | null = null;
  #queue: string[] = [];
  #hasDropped = false;

  constructor(options: {
    readonly session: CdpSession;
    readonly mainFrameId: string;
    readonly onMessage: (message: FromPage) => void;
  }) {
    this.#session = options.session;
    this.#mainFrameId = options.mainFrameId;
    this.#onMessage = options.onMessage;
    this.#listen();
  }

  /** Context of the current document's isolated world; null while there is none. */
  get context(): number | null {
    return this.#readyContext;
  }

  /** Sends, or keeps the message until the document that is loading can take it. */
  send(message: ToPage): void {
    // An unsupported value fails here, at the caller, and not when the page is ready.
    const text = codec.encode(message);
    if (this.#readyContext !== null) {
      this.#write(this.#readyContext, text);
      return;
    }
    this.#queue.push(text);
    if (this.#queue.length > maxQueued) {
      this.#queue.shift();
      if (!this.#hasDropped) {
        this.#hasDropped = true;
        logLine(`More than ${maxQueued} messages wait for a page; the oldest are dropped.`);
      }
    }
  }

  #listen(): void {
    const session = this.#session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === agentNames.world && context.auxData?.frameId === this.#mainFrameId) {
        this.#contexts.push(context.id);
      }
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#contexts = this.#contexts.filter((id) => id !== executionContextId);
      if (this.#readyContext === executionContextId) {
        this.#readyContext = null;
      }
    });
    session.on('Runtime.executionContextsCleared', () => this.reset());
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === agentNames.binding && this.#contexts.includes(executionContextId)) {
        this.#receive(payload, executionContextId);
      }
    });
  }

  /** Forgets the document: messages wait for the next one. */
  reset(): void {
    this.#contexts = [];
    this.#readyContext = null;
  }

  #receive(payload: string, context: number): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our own agent in a world the page cannot enter
    const message = codec.decode(payload) as FromPage;
    if (message.t === 'ready') {
      this.#readyContext = context;
      const queue = this.#queue;
      this.#queue = [];
      for (const waiting of queue) {
        this.#write(context, waiting);
      }
    }
    this.#onMessage(message);
  }

  #write(context: number, text: string): void {
    this.#session
      .send('Runtime.evaluate', {
        expression: `${agentNames.receiver}.receive(${quoteMessage(text)})`,
        contextId: context,
        silent: true,
        returnByValue: true,
      })
      .catch((error: unknown) => {
        // A document that is gone takes its messages along.
        if (this.#readyContext === context) {
          logBug(error);
        }
      });
  }
}

/** Quotes a message as a literal. The part after its JSON is base64, which needs no escapes. */
function quoteMessage(text: string): string {
  const end = text.indexOf('\n');
  if (end === -1) {
    return JSON.stringify(text);
  }
  const head = JSON.stringify(text.slice(0, end)).slice(0, -1);
  return `${head}${text.slice(end).replaceAll('\n', '\\n')}"`;
}
