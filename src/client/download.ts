import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AppError } from '../base/errors.ts';
import { type Connection, exchange } from './exchange.ts';
import { defaultRetryPolicy, type RetryPolicy, systemTiming, type Timing } from './options.ts';
import { badReply } from './reply.ts';
import { type Attempt, retry, waitFor } from './retry.ts';
import type { TransferProgress } from './upload.ts';

/** How a result is fetched. */
export interface DownloadOptions {
  /** Signed address; it needs no key, and none is sent. */
  readonly url: string;
  /** Where the file goes. It appears only when it is whole; until then `<path>.part` grows. */
  readonly toPath: string;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Longest time without a byte. */
  readonly idleTimeoutMs?: number | undefined;
  readonly timing?: Timing | undefined;
}

/** What a download gave. */
export interface Downloaded {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/**
 * Fetches a file. A connection that breaks is taken up where it broke when the file is still the same
 * (same `ETag`), else from the start. A try that brought bytes does not count as a failed one.
 * An existing file is replaced at the end, in one step.
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

/** State of a download over its tries. */
interface Transfer {
  doneBytes: number;
  etag: string | null;
}

async function fetchInto(file: FileHandle, options: DownloadOptions): Promise<Downloaded> {
  const { url, signal, timing = systemTiming, idleTimeoutMs: timeoutMs = 60_000 } = options;
  const context = { fetch: options.fetch ?? globalThis.fetch, timing };
  const policy = { ...defaultRetryPolicy, ...options.retry };
  const transfer: Transfer = { doneBytes: 0, etag: null };
  const toInit = () => ({ redirect: 'follow', headers: toHeaders(transfer) }) as const;
  const attempt = async (): Promise<Attempt<Downloaded>> => {
    const result = await exchange(context, { url, signal, timeoutMs, toInit }, (connection) =>
      receive(file, transfer, { connection, onProgress: options.onProgress }),
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
  requireWebAddress(url);
  return retry(attemptWhileMoving, { isRepeatable: true, policy, timing, signal });
}

/** An address of a reply may say anything; only the web is fetched. */
function requireWebAddress(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new AppError('bad_reply', 'The address of the result is not an http or https address.');
  }
}

/** A part is asked for only when the answer can be told to be of the same file. */
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
    onProgress,
  }: { readonly connection: Connection; readonly onProgress: DownloadOptions['onProgress'] },
): Promise<Downloaded> {
  const totalBytes = await placeStart(file, transfer, response);
  for await (const chunk of response.body ?? []) {
    touch();
    await onDisk('the download', () => file.write(chunk, 0, chunk.byteLength, transfer.doneBytes));
    transfer.doneBytes += chunk.byteLength;
    onProgress?.({ doneBytes: transfer.doneBytes, totalBytes });
  }
  if (totalBytes !== null && transfer.doneBytes !== totalBytes) {
    throw new AppError('service_unreachable', 'The download ended before the file did.');
  }
  return {
    sizeBytes: transfer.doneBytes,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  };
}

/** Sets where the bytes of this answer go; gives the size of the whole file, null when not said. */
async function placeStart(
  file: FileHandle,
  transfer: Transfer,
  response: Response,
): Promise<number | null> {
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
    if (range === null || Number(range[1]) !== transfer.doneBytes) {
      throw badReply(response, 'is another part of the file than was asked for');
    }
    return range[2] === '*' ? null : Number(range[2]);
  }
  transfer.doneBytes = 0;
  transfer.etag = findStrongEtag(response);
  await onDisk('the download', () => file.truncate(0));
  const length = response.headers.get('content-length');
  return length === null ? null : Number(length);
}

/** Only a strong tag promises the same bytes. */
function findStrongEtag(response: Response): string | null {
  const etag = response.headers.get('etag');
  return etag?.startsWith('"') === true ? etag : null;
}

async function onDisk<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AppError('storage_failed', `Writing ${what} failed (${reason}).`, {
      cause: error,
      details: { reason },
    });
  }
}
