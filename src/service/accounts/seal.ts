import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError, invariant } from '../../base/errors.ts';

/** Length of the key that {@link seal} needs. */
export const MASTER_KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text for one owner: nonce, tag, AES-256-GCM. It opens with the same key and owner only. */
export function seal(masterKey: Uint8Array, ownerId: string, text: string): Uint8Array {
  invariant(masterKey.length === MASTER_KEY_BYTES, 'The master key has 32 bytes.');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, masterKey, nonce).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens what {@link seal} made. Throws `vault_unavailable` when key or owner differ. */
export function unseal(masterKey: Uint8Array, ownerId: string, sealed: Uint8Array): string {
  invariant(masterKey.length === MASTER_KEY_BYTES, 'The master key has 32 bytes.');
  try {
    const decipher = createDecipheriv(CIPHER, masterKey, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(ownerId))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new AppError(
      'vault_unavailable',
      'A stored secret does not open with this master key. Start the service with the key it was made with.',
      { cause },
    );
  }
}
