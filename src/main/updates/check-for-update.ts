import semver from 'semver';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { exchange } from '../../client/exchange.ts';
import { systemTiming } from '../../client/options.ts';
import { parseReply, readBody } from '../../client/reply.ts';
import type { FoundUpdate } from '../../contract/updates.ts';

const TIMEOUT_MS = 15_000;

/** Format of `docs/updates.md`, or GitHub's description of a repository's newest release. */
const releaseSchema = z.union([
  z
    .object({ version: z.string(), url: z.string().nullish() })
    .transform(({ version, url }) => ({ version, url: url ?? null })),
  z
    .object({ tag_name: z.string(), html_url: z.string() })
    .transform(({ tag_name: version, html_url: url }) => ({ version, url })),
]);

/**
 * Asks a feed for the newest version. The request reveals nothing but itself: no version, system or cookie.
 * Throws `service_unreachable` when it does not answer, and `bad_reply` when it names no version.
 */
export async function checkForUpdate(feed: string, current: string): Promise<FoundUpdate> {
  const answer = await exchange(
    { fetch: globalThis.fetch, timing: systemTiming },
    {
      url: feed,
      toInit: () => ({
        headers: { accept: 'application/json', 'user-agent': 'Guise' },
        credentials: 'omit',
        cache: 'no-store',
      }),
      timeoutMs: TIMEOUT_MS,
      signal: undefined,
    },
    async ({ response, touch }) =>
      parseReply(response, await readBody(response, touch), releaseSchema),
  );
  if (!answer.ok) {
    const fault = answer.error.code === 'bad_reply' ? 'feed_unreadable' : 'feed_unreachable';
    const code = fault === 'feed_unreadable' ? 'bad_reply' : 'service_unreachable';
    throw new AppError(code, `${new URL(feed).host} told no newest version.`, {
      cause: answer.error,
      details: faultDetails(fault),
    });
  }
  const { version, url } = answer.value;
  const newest = semver.clean(version);
  if (newest === null) {
    throw new AppError('bad_reply', `${new URL(feed).host} told a version that is none.`, {
      details: faultDetails('feed_unreadable'),
    });
  }
  return { current, newest, isNewer: semver.gt(newest, current), pageUrl: toPageUrl(url) };
}

function toPageUrl(url: string | null): string | null {
  return url !== null && URL.canParse(url) && new URL(url).protocol === 'https:'
    ? new URL(url).href
    : null;
}
