import { connect } from 'node:net';

/** A reply as received from the wire. */
export interface RawReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** One TCP connection to a service, below every HTTP client. */
export interface KeptConnection {
  /** Sends bytes as they are. */
  send(bytes: string | Uint8Array): void;
  /** The next reply; rejects when the service closes before it is whole. */
  read(): Promise<RawReply>;
  /** Fulfilled when the service has closed the connection. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Opens a connection to the host of an address. */
export function openKeptConnection(baseUrl: string): KeptConnection {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      wake();
      resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  return {
    closed,
    send(bytes) {
      socket.write(bytes);
    },
    async read() {
      for (;;) {
        const found = parseReply(received);
        if (found !== null) {
          received = received.subarray(found.length);
          return found.reply;
        }
        if (isClosed) {
          throw new Error(`Closed after ${JSON.stringify(received.toString('latin1'))}`);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close() {
      socket.destroy();
    },
  };
}

/** Null while the reply is incomplete. The service always sends the length. */
function parseReply(bytes: Buffer): { readonly reply: RawReply; readonly length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) {
    return null;
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const start = end + 4;
  if (status === 100) {
    return parseNext(bytes, start);
  }
  const length = start + Number(headers.get('content-length') ?? 0);
  const body = bytes.toString('utf8', start, length);
  return bytes.length < length ? null : { reply: { status, headers, body }, length };
}

/** Parses the reply after an interim one. */
function parseNext(bytes: Buffer, start: number): ReturnType<typeof parseReply> {
  const found = parseReply(bytes.subarray(start));
  return found === null ? null : { reply: found.reply, length: start + found.length };
}
