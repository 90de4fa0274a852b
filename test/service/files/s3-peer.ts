import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A small S3: one bucket in memory, objects, ranges, multipart, and an independent check of version 4 signatures, in
 * the header and in presigned addresses.
 */
export interface S3Peer {
  readonly endpoint: string;
  /** Methods with their targets, and the status of the replies. */
  readonly log: string[];
  /** Names of all objects, and how many uploads in parts are under way. */
  readonly contents: () => { readonly objects: readonly string[]; readonly uploads: number };
  /** XML of the rules of the bucket; null when it has none. */
  lifecycle: string | null;
  /** True when parts that clients upload themselves are refused. */
  isClosedToClients: boolean;
  /** Requests whose path has this in it are forbidden. */
  refusedPath: string | null;
  /** Keeps the next request of a method whose address matches waiting until it is released. */
  holdNext(method: string, address: RegExp): HeldRequest;
  /** The next requests fail with this status. */
  failNext(status: number, times: number): void;
  close(): Promise<void>;
}

/** A request that waits at a peer. */
export interface HeldRequest {
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

/** The only credentials the peer knows. */
export const credentials = {
  region: 'eu-test-1',
  accessKeyId: 'AKTEST',
  secretAccessKey: 'not+so/secret',
};

interface StoredObject {
  readonly bytes: Buffer;
  readonly type: string;
}

export async function startS3Peer(bucket: string): Promise<S3Peer> {
  const objects = new Map<string, StoredObject>();
  const parts = new Map<string, Map<number, Buffer>>();
  let uploads = 0;
  const log: string[] = [];
  const failures: number[] = [];
  const holds: {
    readonly method: string;
    readonly address: RegExp;
    readonly arrive: () => void;
    readonly released: Promise<void>;
  }[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://peer');
    const body = await buffer(request);
    const held = holds.findIndex(
      ({ method, address }) => method === request.method && address.test(request.url ?? ''),
    );
    for (const { arrive, released } of held === -1 ? [] : holds.splice(held, 1)) {
      arrive();
      await released;
    }
    const refusal = failures.shift() ?? refuseClient(url) ?? checkSignature(request, url, body);
    const reply =
      refusal === null
        ? handle(request, url, body)
        : {
            status: refusal,
            body: toError(refusal === 403 ? 'SignatureDoesNotMatch' : 'SlowDown'),
          };
    log.push(`${request.method ?? ''} ${[...url.searchParams.keys()].join('+')} ${reply.status}`);
    response.writeHead(reply.status, { 'content-length': reply.body.length, ...reply.headers });
    response.end(request.method === 'HEAD' ? undefined : reply.body);
  }

  function refuseClient({ pathname, searchParams }: URL): number | null {
    if (peer.refusedPath !== null && pathname.includes(peer.refusedPath)) {
      return 403;
    }
    const isOfClient = searchParams.has('X-Amz-Signature') && searchParams.has('partNumber');
    return isOfClient && peer.isClosedToClients ? 403 : null;
  }

  interface Reply {
    readonly status: number;
    readonly body: Buffer;
    readonly headers?: Record<string, string | number>;
  }

  function handle(request: IncomingMessage, url: URL, body: Buffer): Reply {
    const [, named, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const uploadId = url.searchParams.get('uploadId');
    if (named !== bucket) {
      return { status: 404, body: toError('NoSuchBucket') };
    }
    if (key === '' && url.searchParams.has('lifecycle')) {
      const { lifecycle } = peer;
      return lifecycle === null
        ? { status: 404, body: toError('NoSuchLifecycleConfiguration') }
        : { status: 200, body: Buffer.from(lifecycle) };
    }
    if (key === '' && request.method === 'HEAD') {
      return { status: 200, body: Buffer.alloc(0) };
    }
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      uploads += 1;
      parts.set(`upload-${uploads}`, new Map());
      return { status: 200, body: Buffer.from(`<R><UploadId>upload-${uploads}</UploadId></R>`) };
    }
    if (request.method === 'PUT' && uploadId !== null) {
      parts.get(uploadId)?.set(Number(url.searchParams.get('partNumber')), body);
      return { status: 200, body: Buffer.alloc(0), headers: { etag: toEtag(body) } };
    }
    if (request.method === 'POST' && uploadId !== null) {
      const begun = parts.get(uploadId);
      if (begun === undefined) {
        return { status: 404, body: toError('NoSuchUpload') };
      }
      const pieces = [...begun].toSorted(([a], [b]) => a - b);
      const named = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, etag]) => etag);
      const there = pieces.map(([, piece]) => toEtag(piece));
      if (named.map((etag) => etag?.replaceAll('&quot;', '"')).join() !== there.join()) {
        return { status: 400, body: toError('InvalidPart') };
      }
      objects.set(key, { bytes: Buffer.concat(pieces.map(([, piece]) => piece)), type: '' });
      parts.delete(uploadId);
      return { status: 200, body: Buffer.from('<R><ETag>"x"</ETag></R>') };
    }
    if (request.method === 'DELETE') {
      if (uploadId === null) {
        objects.delete(key);
      } else if (!parts.delete(uploadId)) {
        return { status: 404, body: toError('NoSuchUpload') };
      }
      return { status: 204, body: Buffer.alloc(0) };
    }
    const { 'x-amz-copy-source': copySource } = request.headers;
    if (request.method === 'PUT' && typeof copySource === 'string') {
      const source = objects.get(decodeURIComponent(copySource).split('/').slice(1).join('/'));
      if (source === undefined) {
        return { status: 404, body: toError('NoSuchKey') };
      }
      const wanted = request.headers['x-amz-copy-source-if-match'];
      if (wanted !== undefined && wanted !== toEtag(source.bytes)) {
        return { status: 412, body: toError('PreconditionFailed') };
      }
      objects.set(key, source);
      return { status: 200, body: Buffer.from('<R><ETag>"x"</ETag></R>') };
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' });
      return { status: 200, body: Buffer.alloc(0), headers: { etag: '"x"' } };
    }
    const object = objects.get(key);
    return object === undefined
      ? { status: 404, body: toError('NoSuchKey') }
      : send(request, url, object);
  }

  const server = createServer((request, response) => {
    // A client that aborts its request gets no answer.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const peer: S3Peer = {
    lifecycle: null,
    isClosedToClients: false,
    refusedPath: null,
    holdNext(method, address) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ method, address, arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    endpoint: `http://127.0.0.1:${port}`,
    log,
    contents: () => ({ objects: [...objects.keys()].toSorted(), uploads: parts.size }),
    failNext: (status, times) => failures.push(...Array.from({ length: times }, () => status)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
}

function send(request: IncomingMessage, url: URL, { bytes, type }: StoredObject) {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const headers = {
    'content-type': url.searchParams.get('response-content-type') ?? type,
    'content-disposition': url.searchParams.get('response-content-disposition') ?? 'inline',
    'last-modified': new Date().toUTCString(),
    etag: toEtag(bytes),
  };
  if (range === null) {
    return { status: 200, body: bytes, headers: { ...headers, 'content-length': bytes.length } };
  }
  const [start, end] = [Number(range[1]), Number(range[2])];
  const contentRange = `bytes ${start}-${end}/${bytes.length}`;
  const part = bytes.subarray(start, end + 1);
  return { status: 206, body: part, headers: { ...headers, 'content-range': contentRange } };
}

function toEtag(bytes: Buffer): string {
  return `"${sha256(bytes).slice(0, 32)}"`;
}

function toError(code: string): Buffer {
  return Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

/** 403 unless the request carries the right signature and its body the signed hash. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer): number | null {
  const query = new Map(url.searchParams);
  const fromHeader = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
    request.headers.authorization ?? '',
  );
  const isPresigned = query.has('X-Amz-Signature');
  const [, credential = '', signedHeaders = '', signature = ''] = isPresigned
    ? [
        '',
        query.get('X-Amz-Credential'),
        query.get('X-Amz-SignedHeaders'),
        query.get('X-Amz-Signature'),
      ]
    : (fromHeader ?? []);
  const time = String(isPresigned ? query.get('X-Amz-Date') : request.headers['x-amz-date']);
  const declaredHash = isPresigned
    ? 'UNSIGNED-PAYLOAD'
    : String(request.headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(declaredHash) && declaredHash !== sha256(body)) {
    return 403;
  }
  if (isPresigned && Date.now() > toTime(time) + Number(query.get('X-Amz-Expires')) * 1000) {
    return 403;
  }
  query.delete('X-Amz-Signature');
  const canonical = [
    request.method,
    url.pathname,
    [...query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...(signedHeaders ?? '')
      .split(';')
      .map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    declaredHash,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, time.slice(0, 8)), credentials.region),
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  const isRight =
    credential === `${credentials.accessKeyId}/${scope}` && signature === expected.toString('hex');
  return isRight ? null : 403;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  );
}

/** `20260101T000000Z` as milliseconds. */
function toTime(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
