import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { Profile, ProfileList } from '../../contract/profiles.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';

/** Encryption of the keys: Electron's safeStorage, or a peer in tests. */
export interface Cipher {
  /** Returns whether the system can encrypt and decrypt right now. May ask the user to unlock a keyring. */
  readonly isAvailable: () => Promise<boolean>;
  readonly encrypt: (text: string) => Promise<Uint8Array>;
  /** `shouldReEncrypt`: the system has a newer key and wants the text encrypted with that. */
  readonly decrypt: (
    bytes: Uint8Array,
  ) => Promise<{ readonly text: string; readonly shouldReEncrypt: boolean }>;
  /** Name of the backend, such as `gnome_libsecret`, `keychain` or `basic_text`. */
  readonly backend: () => string;
}

const unprotectedBackends: ReadonlySet<string> = new Set(['basic_text', 'key_file', 'unknown']);

const sealedKeySchema = z.object({ sealed: z.base64(), last4: z.string().max(4) });
type SealedKey = z.output<typeof sealedKeySchema>;

/** The file of the vault: encrypted keys by profile, and what may be shown of each. */
export const keysFileSchema = z.object({
  keys: z.record(z.string(), sealedKeySchema).default({}),
  /** Encrypted key of the proofs that an entry of a file was written by this app; null until one is made. */
  proofKey: z.base64().nullable().default(null),
});

/** Encrypted content: a key is always bound to the server it was entered for. */
const boundKeySchema = z.strictObject({ origin: z.string(), key: z.string() });

/** A key and its server, null where it was kept without. */
interface BoundKey {
  readonly origin: string | null;
  readonly key: string;
}

const proofKeyBytes = 32;

/** Public facts about a key outside of the vault. */
export type KeyFacts = Pick<Profile, 'keyLast4' | 'keyState'>;

/** A key as it is entered, for a server that `origin` names (`https://host:port`). */
export interface NewKey {
  readonly origin: string;
  readonly apiKey: string;
}

/**
 * Stores API keys encrypted, each with its server, and provides them inside main only.
 *
 * A key that cannot be decrypted stays in the file: another login or an unlocked keyring may decrypt it later.
 * One that was encrypted without its server stays as well, and is never used: the file with its destination may
 * have been changed before this version was installed, so only the user can confirm it.
 */
export class KeyVault {
  readonly #file: StoredJsonFile<z.output<typeof keysFileSchema>>;
  readonly #cipher: Cipher;
  readonly #onPlain: (apiKey: string) => void;
  readonly #unreadable = new Set<string>();
  /** The server of each key that was decrypted, null where it was kept without; by the encrypted text. */
  readonly #origins = new Map<string, string | null>();
  #proofKey: Promise<Uint8Array> | null = null;

  /** @param onPlain told every key as soon as it is known in the clear, to keep it out of logs. */
  constructor(
    file: StoredJsonFile<z.output<typeof keysFileSchema>>,
    cipher: Cipher,
    onPlain: (apiKey: string) => void,
  ) {
    this.#file = file;
    this.#cipher = cipher;
    this.#onPlain = onPlain;
  }

  /** Facts about the key of a profile with this origin. */
  describe(profileId: string, origin: string): KeyFacts {
    const stored = this.#find(profileId);
    if (stored === null) {
      return { keyLast4: null, keyState: 'none' };
    }
    const isElsewhere = (this.#origins.get(stored.sealed) ?? origin) !== origin;
    const isUnbound = this.#origins.get(stored.sealed) === null;
    const known = isElsewhere || isUnbound ? 'mismatch' : 'stored';
    const isUnreadable = this.#unreadable.has(profileId);
    return { keyLast4: stored.last4, keyState: isUnreadable ? 'unreadable' : known };
  }

  protection(): ProfileList['protection'] {
    const backend = this.#cipher.backend();
    return { kind: unprotectedBackends.has(backend) ? 'file' : 'system', backend };
  }

  /**
   * Reads the key of a profile for the server it was entered for. Throws `vault_unavailable` when it cannot be
   * decrypted now, `unauthorized` when none is stored, `key_mismatch` when it belongs to another server than
   * `origin`.
   */
  async read(profileId: string, origin: string): Promise<string> {
    const bound = await this.#unseal(profileId);
    if (bound.origin !== origin) {
      throw new AppError('key_mismatch', mismatchText(bound.origin, origin), {
        details: { origin, key_origin: bound.origin },
      });
    }
    return bound.key;
  }

  /** Replaces the key. Throws `vault_unavailable` or `storage_failed`; the old one then stays. */
  async store(profileId: string, { origin, apiKey }: NewKey): Promise<void> {
    this.#onPlain(apiKey);
    await this.#requireCipher();
    const text = JSON.stringify({ origin, key: apiKey });
    const sealed = await this.#seal(text, apiKey.slice(-4));
    this.#write(profileId, sealed);
    this.#origins.set(sealed.sealed, origin);
  }

  /**
   * Returns 32 bytes known only to this app, to prove that it wrote something; created at first use, and again
   * when the system no longer decrypts them. Throws `vault_unavailable` or `storage_failed`.
   */
  readProofKey(): Promise<Uint8Array> {
    this.#proofKey ??= this.#openProofKey().catch((error: unknown) => {
      this.#proofKey = null;
      throw error;
    });
    return this.#proofKey;
  }

  remove(profileId: string): void {
    const { [profileId]: _removed, ...keys } = this.#file.read().keys;
    this.#file.write({ ...this.#file.read(), keys });
    this.#unreadable.delete(profileId);
  }

  /**
   * Wakes the cipher up and tries every key once, so that `protection` names the backend that is really
   * used and `describe` knows which keys are unreadable.
   */
  async verify(): Promise<void> {
    await this.#cipher.isAvailable().catch(() => false);
    for (const profileId of Object.keys(this.#file.read().keys)) {
      await this.#unseal(profileId).catch((error: unknown) => {
        if (!(error instanceof AppError)) {
          throw error;
        }
      });
    }
  }

  #find(profileId: string): SealedKey | null {
    const { keys } = this.#file.read();
    return Object.hasOwn(keys, profileId) ? (keys[profileId] ?? null) : null;
  }

  async #requireCipher(): Promise<void> {
    const isAvailable = await this.#cipher.isAvailable().catch(() => false);
    if (!isAvailable) {
      throw new AppError(
        'vault_unavailable',
        'The system cannot encrypt or decrypt keys at the moment. Unlock the keyring and try again.',
        { details: { backend: this.#cipher.backend(), ...faultDetails('key_unreadable') } },
      );
    }
  }

  async #encrypt(text: string): Promise<string> {
    const sealed = await this.#cipher.encrypt(text).catch((cause: unknown) => {
      throw new AppError('vault_unavailable', 'The system did not encrypt the key.', { cause });
    });
    return Buffer.from(sealed).toString('base64');
  }

  async #seal(text: string, last4: string): Promise<SealedKey> {
    return { sealed: await this.#encrypt(text), last4 };
  }

  #write(profileId: string, key: SealedKey): void {
    const content = this.#file.read();
    this.#file.write({ ...content, keys: { ...content.keys, [profileId]: key } });
    this.#unreadable.delete(profileId);
  }

  /** The key and its server, null where it was kept without. */
  async #unseal(profileId: string): Promise<BoundKey> {
    const stored = this.#find(profileId);
    if (stored === null) {
      throw new AppError('unauthorized', 'This profile has no key. Enter one.', {
        details: faultDetails('no_key'),
      });
    }
    await this.#requireCipher();
    const plain = await this.#decrypt(profileId, stored);
    this.#unreadable.delete(profileId);
    const bound = parseBound(plain.text);
    this.#onPlain(bound.key);
    this.#origins.set(stored.sealed, bound.origin);
    if (plain.shouldReEncrypt) {
      const renewed = await this.#seal(plain.text, stored.last4);
      this.#origins.set(renewed.sealed, bound.origin);
      // The key may have been replaced while it was encrypted.
      if (this.#find(profileId)?.sealed === stored.sealed) {
        this.#write(profileId, renewed);
      }
    }
    return bound;
  }

  #decrypt(profileId: string, stored: SealedKey): ReturnType<Cipher['decrypt']> {
    return this.#cipher.decrypt(Buffer.from(stored.sealed, 'base64')).catch((cause: unknown) => {
      this.#unreadable.add(profileId);
      throw new AppError(
        'vault_unavailable',
        'The system no longer decrypts the key of this profile. Enter the key again.',
        { cause, details: { backend: this.#cipher.backend() } },
      );
    });
  }

  async #openProofKey(): Promise<Uint8Array> {
    await this.#requireCipher();
    const stored = this.#file.read().proofKey;
    if (stored !== null) {
      const known = await this.#cipher.decrypt(Buffer.from(stored, 'base64')).catch(() => null);
      const bytes = Buffer.from(known?.text ?? '', 'base64');
      if (bytes.byteLength === proofKeyBytes) {
        return bytes;
      }
    }
    const bytes = randomBytes(proofKeyBytes);
    const sealed = await this.#encrypt(bytes.toString('base64'));
    this.#file.write({ ...this.#file.read(), proofKey: sealed });
    return bytes;
  }
}

/** Earlier versions stored only the key, which is not JSON of this shape. */
function parseBound(text: string): BoundKey {
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
