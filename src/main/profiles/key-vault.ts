import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { Profile, ProfileList } from '../../contract/profiles.ts';
import type { StoredFile } from '../files/stored-file.ts';

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
});

/** What may be known about a key outside of the vault. */
export type KeyFacts = Pick<Profile, 'keyLast4' | 'keyState'>;

/** Keeps API keys encrypted at rest and hands them out inside main only. */
export interface KeyVault {
  readonly describe: (profileId: string) => KeyFacts;
  readonly protection: () => ProfileList['protection'];
  /** Throws `vault_unavailable` when it cannot be had now, `unauthorized` when none is kept. */
  readonly read: (profileId: string) => Promise<string>;
  /** Replaces the key. Throws `vault_unavailable` or `storage_failed`; the old one then stays. */
  readonly store: (profileId: string, apiKey: string) => Promise<void>;
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
 * A key that does not decrypt stays in the file: another login or an unlocked keyring may read it again.
 *
 * @param onPlain told every key as soon as it is known in the clear, to keep it out of logs.
 */
export function createKeyVault(
  file: StoredFile<z.output<typeof keysFileSchema>>,
  cipher: Cipher,
  onPlain: (apiKey: string) => void,
): KeyVault {
  const unreadable = new Set<string>();
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

  const seal = async (apiKey: string): Promise<z.output<typeof sealedKeySchema>> => {
    const sealed = await cipher.encrypt(apiKey).catch((cause: unknown) => {
      throw new AppError('vault_unavailable', 'The system did not encrypt the key.', { cause });
    });
    return { sealed: Buffer.from(sealed).toString('base64'), last4: apiKey.slice(-4) };
  };

  const write = (profileId: string, key: z.output<typeof sealedKeySchema>): void => {
    file.write({ keys: { ...file.read().keys, [profileId]: key } });
    unreadable.delete(profileId);
  };

  const read = async (profileId: string): Promise<string> => {
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
    onPlain(plain.text);
    if (plain.shouldReEncrypt) {
      const renewed = await seal(plain.text);
      // The key may have been replaced while it was encrypted.
      if (find(profileId)?.sealed === kept.sealed) {
        write(profileId, renewed);
      }
    }
    return plain.text;
  };

  return {
    describe: (profileId) => {
      const kept = find(profileId);
      return kept === null
        ? { keyLast4: null, keyState: 'none' }
        : { keyLast4: kept.last4, keyState: unreadable.has(profileId) ? 'unreadable' : 'stored' };
    },
    protection: () => {
      const backend = cipher.backend();
      return { kind: unprotectedBackends.has(backend) ? 'file' : 'system', backend };
    },
    read,
    store: async (profileId, apiKey) => {
      onPlain(apiKey);
      await requireCipher();
      write(profileId, await seal(apiKey));
    },
    remove: (profileId) => {
      const { [profileId]: _removed, ...keys } = file.read().keys;
      file.write({ keys });
      unreadable.delete(profileId);
    },
    verify: async () => {
      await cipher.isAvailable().catch(() => false);
      for (const profileId of Object.keys(file.read().keys)) {
        await read(profileId).catch((error: unknown) => {
          if (!(error instanceof AppError)) {
            throw error;
          }
        });
      }
    },
  };
}
