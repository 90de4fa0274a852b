/**
 * Reply to a download, as plain values: the HTTP side sets status and headers and, when there is a span, pipes
 * `blobs.open(sha256, span)`.
 */
import { type ByteSpan, parseRange } from '../../base/byte-range.ts';

/** A stored file as far as a download needs it. */
export interface Downloadable {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mime: string;
  /** Name to save as. */
  readonly fileName: string;
}

/** The headers of a request that matter; `IncomingHttpHeaders` fits. */
export interface DownloadHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/** An answer without its bytes. */
export interface DownloadPlan {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes to send; null sends none (304, 416, an empty file). */
  readonly span: ByteSpan | null;
}

/** Decides status, headers and bytes of a GET (or HEAD, without sending) of a file. */
export function planDownload(file: Downloadable, request: DownloadHeaders): DownloadPlan {
  const { sizeBytes } = file;
  const etag = `"${file.sha256}"`;
  const headers = {
    'accept-ranges': 'bytes',
    // The bytes never change, but the link to them expires. Media are compressed already, and what a proxy makes of
    // them has neither their length nor their ranges.
    'cache-control': 'private, max-age=3600, immutable, no-transform',
    etag,
    ...toSafeHeaders(file),
  };
  if (isListed(request['if-none-match'], etag)) {
    return { status: 304, headers, span: null };
  }
  const { 'if-range': condition } = request;
  const isFresh = condition === undefined || condition === etag;
  const range = isFresh ? parseRange(request.range, sizeBytes) : 'whole';
  if (range === 'unsatisfiable') {
    const refusal = { 'accept-ranges': 'bytes', 'content-range': `bytes */${sizeBytes}` };
    return { status: 416, headers: refusal, span: null };
  }
  if (range === 'whole') {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(sizeBytes) },
      span: sizeBytes === 0 ? null : { start: 0, end: sizeBytes - 1 },
    };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}`,
      'content-length': String(range.end - range.start + 1),
    },
    span: range,
  };
}

/**
 * Headers that prevent a browser from treating a stored file as a page: an image may carry HTML in its
 * comments, a video a script after its last frame.
 */
function toSafeHeaders(file: Downloadable): Record<string, string> {
  return {
    'content-type': file.mime,
    'content-disposition': toDisposition(file.fileName),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
}

/** `Content-Disposition` that saves under a name; other characters than ASCII go the RFC 8187 way. */
export function toDisposition(fileName: string): string {
  const name = fileName.replaceAll(/[\p{Cc}/\\]/gu, '_').slice(0, 200);
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function isListed(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((entry) => entry.trim().replace(/^W\//, ''))
    .some((entry) => entry === etag || entry === '*');
}
