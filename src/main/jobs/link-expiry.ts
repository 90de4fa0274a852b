import { AppError } from '../../base/errors.ts';
import { isOwnRefusal } from '../../client/reply.ts';
import type { ReceivedJob } from '../../contract/api/resources/job.ts';
import type { JobEntry } from './job-store.ts';

/** A time further away than this is no time. */
const maxYears = 50;
const yearMs = 365 * 86_400_000;

/**
 * Reads the expiry of a signed link: `expires` by Guise and CloudFront, `X-Amz-` and `X-Goog-Date` with
 * `-Expires` by S3 and Cloud Storage, `se` by Azure. Null for a link without one.
 */
export function findLinkExpiry(url: string, nowMs: number): number | null {
  const fields = readFields(url);
  const atMs = findStampMs(fields) ?? findLifetimeEndMs(fields) ?? findDateMs(fields.get('se'));
  return atMs !== null && Math.abs(atMs - nowMs) < maxYears * yearMs ? atMs : null;
}

/** Fields of the query, by their names in small letters. */
function readFields(url: string): ReadonlyMap<string, string> {
  const { searchParams } = URL.parse(url, 'http://service.invalid') ?? { searchParams: [] };
  return new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
}

function findStampMs(fields: ReadonlyMap<string, string>): number | null {
  return toMs(fields.get('expires'));
}

function findLifetimeEndMs(fields: ReadonlyMap<string, string>): number | null {
  for (const vendor of ['amz', 'goog']) {
    const lastsMs = toMs(fields.get(`x-${vendor}-expires`));
    // Format 20260131T093005Z.
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
      fields.get(`x-${vendor}-date`) ?? '',
    );
    if (lastsMs !== null && parts !== null) {
      const [year = 0, month = 1, ...rest] = parts.slice(1).map(Number);
      return Date.UTC(year, month - 1, ...rest) + lastsMs;
    }
  }
  return null;
}

function findDateMs(text: string | undefined): number | null {
  const atMs = Date.parse(text ?? '');
  return Number.isNaN(atMs) ? null : atMs;
}

function toMs(seconds: string | undefined): number | null {
  return seconds !== undefined && /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : null;
}

/**
 * Returns whether an error means that a service no longer has a result. A 404 of a proxy or of another URL does not.
 */
export function isResultDeleted(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found' && isOwnRefusal(error);
}

/** Converts the service's information about its result. */
export function toRemote(
  { output_url: url }: Pick<ReceivedJob, 'output_url'>,
  nowMs: number,
): NonNullable<JobEntry['remote']> {
  return url === null
    ? { expiresAtMs: null, isGone: true }
    : { expiresAtMs: findLinkExpiry(url, nowMs), isGone: false };
}
