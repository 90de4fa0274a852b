import type { CdpSession } from '../cdp/connection.ts';
import type { HeaderEntry, PausedRequest } from '../cdp/protocol.ts';
import { logLine } from '../log.ts';

/** Most bytes of one answer to a range; the player asks for the rest. */
export const maxRangeBytes = 4 * 1024 * 1024;

/** Most bytes of an answer without a range; larger things have to be asked for in ranges. */
export const maxBodyBytes = 128 * 1024 * 1024;

const contentRange = /^bytes (\d+)-(\d+)\/(\d+|\*)$/;

/** Hands a response to the browser, which takes it only whole: so its size is bounded here. */
export async function respond(
  cdp: CdpSession,
  request: PausedRequest,
  response: Response,
  replaced: readonly HeaderEntry[] | null,
): Promise<void> {
  const range = response.status === 206 ? findRange(response.headers) : null;
  const limit = range === null ? maxBodyBytes : maxRangeBytes;
  const { bytes, isCut } = await readUpTo(response.body, limit);
  const headers =
    replaced === null
      ? new Headers(response.headers)
      : new Headers(replaced.map(({ name, value }): [string, string] => [name, value]));
  if (isCut && range === null) {
    logLine(
      `${request.request.url}: more than ${maxBodyBytes} bytes have to be asked for in ranges.`,
    );
    await cdp.send('Fetch.failRequest', { requestId: request.requestId, errorReason: 'Failed' });
    return;
  }
  if (isCut && range !== null) {
    // A server may answer with less than was asked for.
    headers.set(
      'content-range',
      `bytes ${range.start}-${range.start + bytes.length - 1}/${range.total}`,
    );
    headers.set('content-length', String(bytes.length));
  }
  await cdp.send('Fetch.fulfillRequest', {
    requestId: request.requestId,
    responseCode: response.status,
    responseHeaders: Array.from(headers, ([name, value]) => ({ name, value })),
    ...(bytes.length === 0 ? {} : { body: bytes.toString('base64') }),
  });
}

function findRange(headers: Headers): { readonly start: number; readonly total: string } | null {
  const match = contentRange.exec(headers.get('content-range') ?? '');
  return match === null ? null : { start: Number(match[1]), total: match[3] ?? '*' };
}

async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body !== null) {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) {
        // Leaving the loop cancels the stream.
        break;
      }
    }
  }
  const isCut = size > limit;
  return { bytes: Buffer.concat(chunks, Math.min(size, limit)), isCut };
}
