import * as z from 'zod';

/** URL of the update feed: `https:` everywhere, `http:` for this machine only, without a key or password. */
export const updateFeedSchema = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => isFeedAddress(text), 'An address that starts with https:// is needed.');

/** Result of an update check: whether a newer version exists, and its page when the feed names one. */
export const foundUpdateSchema = z.object({
  current: z.string(),
  newest: z.string(),
  isNewer: z.boolean(),
  /** Starts with `https:`. */
  pageUrl: z.string().nullable(),
});

/** See {@link foundUpdateSchema}. */
export type FoundUpdate = z.output<typeof foundUpdateSchema>;

function isFeedAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLocal)) &&
    username === '' &&
    password === ''
  );
}
