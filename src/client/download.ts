import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AppError } from '../base/errors.ts';
import { toDiskFault, faultDetails } from '../base/faults.ts';
import { writeAllBytes } from '../base/write-all-bytes.ts';
import { type Connection, exchange } from './exchange.ts';
import { defaultRetryPolicy, type RetryPolicy, systemTiming, type Timing } from './options.ts';
import { createBadReplyError } from './reply.ts';
import { type Attempt, retry, waitFor } from './retry.ts';
import { requireServiceAddress } from './service-address.ts';
import type { TransferProgress } from './upload.ts';

/** Options of a download. */
export interface DownloadOptions {
  /** Signed URL; it needs no key, and none is sent. */
  readonly url: string;
  /**
   * URL of the service that named it: the file and every redirect must not be on a closer network than that.
   */
  readonly baseUrl?: string | undefined;
  /** Most bytes that are kept; unlimited when absent. */
  readonly maxBytes?: number | undefined;
  /** Path of the file. It appears only when complete; until then `<path>.part` grows. */
  readonly toPath: string;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Longest time without a byte. */
  readonly idleTimeoutMs?: number | undefined;
  readonly timing?: Timing | undefined;
}

/** Result of a download. */
export interface Downloaded {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/**
 * Downloads a file. A broken connection is resumed at its position when the file is unchanged (same `ETag`),
 * else from the start. An attempt that transferred bytes does not count as failed. An existing file is replaced
 * atomically at the end. Throws `bad_reply` for a URL that the service may not name and for more than
 * `maxBytes`; partial files are removed.
 */
export async function download(options: DownloadOptions): Promise<Downloaded> {
  const partPath = `${options.toPath}.part`;
  const file = await onDisk(partPath, () => open(partPath, 'w'));
  try {
    const result = await fetchInto(file, options);
    await onDisk(partPath, () => file.sync());
    await file.close();
    await onDisk(options.toPath, () => rename(partPath, options.toPath));
    return result;
  } catch (error) {
    await file.close();
    await rm(partPath, { force: true });
    throw error;
  }
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** State of a download over its tries. */
interface Transfer {
  doneBytes: number;
  etag: string | null;
}

async function fetchInto(file: FileHandle, options: DownloadOptions): Promise<Downloaded> {
  const { url, signal, timing = systemTiming, idleTimeoutMs: timeoutMs = 60_000 } = options;
  const requireAddress = (text: string): URL =>
    options.baseUrl === undefined
      ? requireWebAddress(text)
      : requireServiceAddress(text, {
          kind: 'file',
          baseUrl: options.baseUrl,
          field: 'output_url',
        });
  const context = {
    fetch: limitRedirects(options.fetch ?? globalThis.fetch, requireAddress),
    timing,
  };
  const policy = { ...defaultRetryPolicy, ...options.retry };
  const transfer: Transfer = { doneBytes: 0, etag: null };
  const toInit = () => ({ headers: toHeaders(transfer) });
  const attempt = async (): Promise<Attempt<Downloaded>> => {
    const result = await exchange(context, { url, signal, timeoutMs, toInit }, (connection) =>
      receive(file, transfer, { connection, options }),
    );
    if (!result.ok && result.error.code === 'storage_failed') {
      throw result.error;
    }
    return result;
  };
  const attemptWhileMoving = async (): Promise<Attempt<Downloaded>> => {
    for (;;) {
      const before = transfer.doneBytes;
      const result = await attempt();
      if (result.ok || !result.error.isRetryable || transfer.doneBytes <= before) {
        return result;
      }
      await waitFor(policy.firstDelayMs * timing.random(), timing, signal);
    }
  };
  requireAddress(url);
  return retry(attemptWhileMoving, { isRepeatable: true, policy, timing, signal });
}

/** Validates a URL of a reply: only http(s) is fetched. */
function requireWebAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError('bad_reply', 'The address of the result is not an http or https address.');
  }
  return url;
}

/** Follows redirects as `fetch` does, but asks for each whether it may; no key goes along. */
function limitRedirects(
  fetch: typeof globalThis.fetch,
  requireAddress: (text: string) => URL,
): typeof globalThis.fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (!redirects.has(response.status) || location === null) {
        return response;
      }
      await response.body?.cancel();
      url = requireAddress(URL.parse(location, url.href)?.href ?? location);
    }
    throw new AppError('bad_reply', `The result was moved more than ${maxRedirects} times.`);
  };
}

/** A range is requested only when the reply can be proven to belong to the same file. */
function toHeaders({ doneBytes, etag }: Transfer): Record<string, string> {
  const whole = { accept: '*/*', 'accept-encoding': 'identity' };
  return doneBytes > 0 && etag !== null
    ? { ...whole, range: `bytes=${doneBytes}-`, 'if-range': etag }
    : whole;
}

async function receive(
  file: FileHandle,
  transfer: Transfer,
  {
    connection: { response, touch },
    options: { onProgress, maxBytes = Infinity },
  }: {
    readonly connection: Connection;
    readonly options: Pick<DownloadOptions, 'onProgress' | 'maxBytes'>;
  },
): Promise<Downloaded> {
  const totalBytes = await seekTo(file, transfer, response);
  requireSize(totalBytes ?? 0, maxBytes);
  for await (const chunk of response.body ?? []) {
    touch();
    requireSize(transfer.doneBytes + chunk.byteLength, maxBytes);
    await onDisk('the download', () => writeAllBytes(file, chunk, transfer.doneBytes));
    transfer.doneBytes += chunk.byteLength;
    onProgress?.({ doneBytes: transfer.doneBytes, totalBytes });
  }
  if (totalBytes !== null && transfer.doneBytes !== totalBytes) {
    throw new AppError('service_unreachable', 'The download ended before the file did.', {
      details: faultDetails('download_cut'),
    });
  }
  return {
    sizeBytes: transfer.doneBytes,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  };
}

function requireSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes > maxBytes) {
    throw new AppError('bad_reply', `The result is larger than ${maxBytes} bytes.`);
  }
}

/** Sets the write position for this reply; returns the size of the whole file, null when unknown. */
async function seekTo(
  file: FileHandle,
  transfer: Transfer,
  response: Response,
): Promise<number | null> {
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
    if (range === null || Number(range[1]) !== transfer.doneBytes || isEncoded(response)) {
      throw createBadReplyError(response, 'is another part of the file than was asked for');
    }
    return range[2] === '*' ? null : Number(range[2]);
  }
  transfer.doneBytes = 0;
  transfer.etag = isEncoded(response) ? null : findStrongEtag(response);
  await onDisk('the download', () => file.truncate(0));
  const length = response.headers.get('content-length');
  return length === null || isEncoded(response) ? null : Number(length);
}

/**
 * Returns whether a proxy compressed the file although it was asked not to: `fetch` unpacks it, while length and ranges
 * count packed bytes.
 */
function isEncoded(response: Response): boolean {
  return (response.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
}

/** Only a strong ETag guarantees identical bytes. */
function findStrongEtag(response: Response): string | null {
  const etag = response.headers.get('etag');
  return etag?.startsWith('"') === true ? etag : null;
}

async function onDisk<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AppError('storage_failed', `Writing ${subject} failed (${reason}).`, {
      cause: error,
      details: { reason, ...toDiskFault(error).details },
    });
  }
}
