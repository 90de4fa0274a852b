import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { Profile, ProfileList } from '../../contract/profiles.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';

/** What encrypts the keys: Electron's safeStorage, or a peer in tests. */
export interface Cipher {
  /** Whether the system can encrypt and decrypt right now. May ask the user to unlock a keyring. */
  readonly isAvailable: () => Promise<boolean>;
  readonly encrypt: (text: string) => Promise<Uint8Array>;
  /** `shouldReEncrypt`: the system has a newer key and wants the text encrypted with that. */
  readonly decrypt: (
    bytes: Uint8Array,
  ) => Promise<{ readonly text: string; readonly shouldReEncrypt: boolean }>;
  /** Name of what does it, such as `gnome_libsecret`, `keychain` or `basic_text`. */
  readonly backend: () => string;
}

const unprotectedBackends: ReadonlySet<string> = new Set(['basic_text', 'key_file', 'unknown']);

const sealedKeySchema = z.object({ sealed: z.base64(), last4: z.string().max(4) });

/** The file of the vault: encrypted keys by profile, and what may be shown of each. */
export const keysFileSchema = z.object({
  keys: z.record(z.string(), sealedKeySchema).default({}),
  /** Encrypted key of the proofs that an entry of a file was written by this app; null until one is made. */
  proofKey: z.base64().nullable().default(null),
});

/** What is encrypted: a key never goes without the server it was entered for. */
const boundKeySchema = z.strictObject({ origin: z.string(), key: z.string() });

const proofKeyBytes = 32;

/** What may be known about a key outside of the vault. */
export type KeyFacts = Pick<Profile, 'keyLast4' | 'keyState'>;

/** A key as it is entered, for a server that `origin` names (`https://host:port`). */
export interface NewKey {
  readonly origin: string;
  readonly apiKey: string;
}

/** Keeps API keys encrypted at rest, each with its server, and hands them out inside main only. */
export interface KeyVault {
  /** What is known of a key that a profile with this origin has. */
  readonly describe: (profileId: string, origin: string) => KeyFacts;
  readonly protection: () => ProfileList['protection'];
  /**
   * The key of a profile for the server it was entered for. Throws `vault_unavailable` when it cannot be had now,
   * `unauthorized` when none is kept, `key_mismatch` when it belongs to another server than `origin`.
   */
  readonly read: (profileId: string, origin: string) => Promise<string>;
  /** Replaces the key. Throws `vault_unavailable` or `storage_failed`; the old one then stays. */
  readonly store: (profileId: string, key: NewKey) => Promise<void>;
  /**
   * 32 bytes that only this app has, to prove that it wrote something; made at first use, and anew when the system
   * no longer decrypts them. Throws `vault_unavailable` or `storage_failed`.
   */
  readonly readProofKey: () => Promise<Uint8Array>;
  readonly remove: (profileId: string) => void;
  /**
   * Wakes the cipher up and tries every key once, so that `protection` names the backend that is really
   * used and `describe` knows which keys are unreadable.
   */
  readonly verify: () => Promise<void>;
}

/**
 * Opens the vault over its file.
 *
 * A key that does not decrypt stays in the file: another login or an unlocked keyring may read it again. One that
 * was encrypted without its server stays as well, and is never handed out: the file that says where it goes may
 * have been changed before this version came, so only the user can tell.
 *
 * @param onPlain told every key as soon as it is known in the clear, to keep it out of logs.
 */
export function createKeyVault(
  file: StoredJsonFile<z.output<typeof keysFileSchema>>,
  cipher: Cipher,
  onPlain: (apiKey: string) => void,
): KeyVault {
  const unreadable = new Set<string>();
  /** The server of each key that was decrypted, null where it was kept without; by the encrypted text. */
  const origins = new Map<string, string | null>();
  let proofKey: Promise<Uint8Array> | null = null;
  const find = (profileId: string): z.output<typeof sealedKeySchema> | null =>
    Object.hasOwn(file.read().keys, profileId) ? (file.read().keys[profileId] ?? null) : null;

  const requireCipher = async (): Promise<void> => {
    const isAvailable = await cipher.isAvailable().catch(() => false);
    if (!isAvailable) {
      throw new AppError(
        'vault_unavailable',
        'The system cannot encrypt or decrypt keys at the moment. Unlock the keyring and try again.',
        { details: { backend: cipher.backend() } },
      );
    }
  };

  const encrypt = async (text: string): Promise<string> => {
    const sealed = await cipher.encrypt(text).catch((cause: unknown) => {
      throw new AppError('vault_unavailable', 'The system did not encrypt the key.', { cause });
    });
    return Buffer.from(sealed).toString('base64');
  };

  const seal = async (text: string, last4: string): Promise<z.output<typeof sealedKeySchema>> => ({
    sealed: await encrypt(text),
    last4,
  });

  const write = (profileId: string, key: z.output<typeof sealedKeySchema>): void => {
    file.write({ ...file.read(), keys: { ...file.read().keys, [profileId]: key } });
    unreadable.delete(profileId);
  };

  /** The key and its server, null where it was kept without. */
  const unseal = async (
    profileId: string,
  ): Promise<{ readonly origin: string | null; readonly key: string }> => {
    const kept = find(profileId);
    if (kept === null) {
      throw new AppError('unauthorized', 'This profile has no key. Enter one.');
    }
    await requireCipher();
    const plain = await cipher
      .decrypt(Buffer.from(kept.sealed, 'base64'))
      .catch((cause: unknown) => {
        unreadable.add(profileId);
        throw new AppError(
          'vault_unavailable',
          'The system no longer decrypts the key of this profile. Enter the key again.',
          { cause, details: { backend: cipher.backend() } },
        );
      });
    unreadable.delete(profileId);
    const bound = parseBound(plain.text);
    onPlain(bound.key);
    origins.set(kept.sealed, bound.origin);
    if (plain.shouldReEncrypt) {
      const renewed = await seal(plain.text, kept.last4);
      origins.set(renewed.sealed, bound.origin);
      // The key may have been replaced while it was encrypted.
      if (find(profileId)?.sealed === kept.sealed) {
        write(profileId, renewed);
      }
    }
    return bound;
  };

  const openProofKey = async (): Promise<Uint8Array> => {
    await requireCipher();
    const kept = file.read().proofKey;
    if (kept !== null) {
      const known = await cipher.decrypt(Buffer.from(kept, 'base64')).catch(() => null);
      const bytes = Buffer.from(known?.text ?? '', 'base64');
      if (bytes.byteLength === proofKeyBytes) {
        return bytes;
      }
    }
    const bytes = randomBytes(proofKeyBytes);
    const sealed = await encrypt(bytes.toString('base64'));
    file.write({ ...file.read(), proofKey: sealed });
    return bytes;
  };

  return {
    describe: (profileId, origin) => {
      const kept = find(profileId);
      if (kept === null) {
        return { keyLast4: null, keyState: 'none' };
      }
      const isElsewhere = (origins.get(kept.sealed) ?? origin) !== origin;
      const isUnbound = origins.get(kept.sealed) === null;
      const known = isElsewhere || isUnbound ? 'mismatch' : 'stored';
      return { keyLast4: kept.last4, keyState: unreadable.has(profileId) ? 'unreadable' : known };
    },
    protection: () => {
      const backend = cipher.backend();
      return { kind: unprotectedBackends.has(backend) ? 'file' : 'system', backend };
    },
    read: async (profileId, origin) => {
      const bound = await unseal(profileId);
      if (bound.origin !== origin) {
        throw new AppError('key_mismatch', mismatchText(bound.origin, origin), {
          details: { origin, key_origin: bound.origin },
        });
      }
      return bound.key;
    },
    store: async (profileId, { origin, apiKey }) => {
      onPlain(apiKey);
      await requireCipher();
      const text = JSON.stringify({ origin, key: apiKey });
      const sealed = await seal(text, apiKey.slice(-4));
      write(profileId, sealed);
      origins.set(sealed.sealed, origin);
    },
    readProofKey: () => {
      proofKey ??= openProofKey().catch((error: unknown) => {
        proofKey = null;
        throw error;
      });
      return proofKey;
    },
    remove: (profileId) => {
      const { [profileId]: _removed, ...keys } = file.read().keys;
      file.write({ ...file.read(), keys });
      unreadable.delete(profileId);
    },
    verify: async () => {
      await cipher.isAvailable().catch(() => false);
      for (const profileId of Object.keys(file.read().keys)) {
        await unseal(profileId).catch((error: unknown) => {
          if (!(error instanceof AppError)) {
            throw error;
          }
        });
      }
    },
  };
}

/** What an earlier version kept is the key alone, which is no JSON of this shape. */
function parseBound(text: string): { readonly origin: string | null; readonly key: string } {
  try {
    return boundKeySchema.parse(JSON.parse(text));
  } catch {
    return { origin: null, key: text };
  }
}

function mismatchText(keyOrigin: string | null, origin: string): string {
  return keyOrigin === null
    ? `It is not known which server the key was entered for. If ${origin} is right, enter it again.`
    : `The key belongs to ${keyOrigin} and is not sent to ${origin}. Enter the key of this server.`;
}
