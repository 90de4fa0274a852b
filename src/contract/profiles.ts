import { trimEnd } from '../base/trim-end.ts';
import * as z from 'zod';

/** Id of the embedded service's profile; it always exists and cannot be removed. */
export const embeddedProfileId = 'this-computer';

/**
 * Address of a service, version prefix included (specification: `{base_url}`). `https:` everywhere,
 * `http:` for this machine only, no credentials, query or fragment. A slash at the end is cut off.
 */
export const baseUrlSchema = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => URL.canParse(text), 'A full address is needed, such as https://host/api/v1.')
  .transform((text) => new URL(text))
  .refine(
    (url) =>
      url.protocol === 'https:' ||
      (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)),
    'The address has to start with https:// (http:// is allowed for this machine only).',
  )
  .refine((url) => url.username === '' && url.password === '', 'Put the key in its own field.')
  .refine(
    (url) => url.search === '' && url.hash === '',
    'The address must not have a query or a fragment.',
  )
  .transform((url) => trimEnd(url.href, '/'));

/** An API key as typed: 8 to 512 visible ASCII characters. */
export const apiKeySchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{8,512}$/, 'A key has 8 to 512 visible characters without spaces.');

/** Name of a profile as shown, 1 to 60 characters. */
export const profileNameSchema = z.string().trim().min(1).max(60);

/** A service the app can talk to, without its key. */
export const profileSchema = z.object({
  id: z.string().min(1).max(64),
  kind: z.enum(['embedded', 'remote']),
  name: profileNameSchema,
  /** Null for the embedded service, whose port changes with every start. */
  baseUrl: z.string().nullable(),
  /** Last four characters of the key; null without a key. */
  keyLast4: z.string().max(4).nullable(),
  /**
   * `unreadable`: a key is stored, but the system that encrypted it no longer decrypts it. `mismatch`: it was
   * entered for another URL than the profile has, or before URLs were stored with keys. Both have to be entered
   * again. The embedded service needs no key of the user: `none`.
   */
  keyState: z.enum(['none', 'stored', 'unreadable', 'mismatch']),
});

/** See {@link profileSchema}. */
export type Profile = z.output<typeof profileSchema>;

/** Protection of stored keys by the operating system. */
export const keyProtectionSchema = z.object({
  /** `system`: keyring, Keychain or DPAPI. `file`: a key file of this user, not protected by the system. */
  kind: z.enum(['system', 'file']),
  /** Name of the backend, such as `gnome_libsecret` or `key_file`. */
  backend: z.string(),
});

/** Steps of a service check, in this order; `tls` only for `https:` URLs. */
export const checkSteps = ['address', 'connection', 'tls', 'version', 'answer', 'key'] as const;

/** See {@link checkSteps}. */
export type CheckStep = (typeof checkSteps)[number];

/** Step at which a check failed, from the details of its error; null when it has none. */
export function toCheckStep(step: unknown): CheckStep | null {
  return checkSteps.find((known) => known === step) ?? null;
}

/** All profiles and which one is in use. */
export const profileListSchema = z.object({
  activeId: z.string(),
  profiles: z.array(profileSchema),
  protection: keyProtectionSchema,
});

/** See {@link profileListSchema}. */
export type ProfileList = z.output<typeof profileListSchema>;
