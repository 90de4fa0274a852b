import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { app } from './app.ts';
import { type KeyStorage, SecretKeys } from './secret-keys.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Prefix of all encrypted data; its last letter identifies the storage of the key. */
const prefixes: Readonly<Record<KeyStorage, string>> = { file: 'gss1f', keyring: 'gss1k' };
const prefixBytes = 5;

const keys = new SecretKeys({
  folder: () => app.getPath('userData'),
  appName: () => app.getName(),
});

/**
 * Electron's `safeStorage`. The key is stored in the desktop's keyring when `secret-tool` can access one;
 * otherwise in a file of mode 0600 beside the user's data, and the backend is `basic_text`.
 */
export const safeStorage = {
  isEncryptionAvailable(): boolean {
    return app.isReady();
  },

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    await prepare();
    return true;
  },

  getSelectedStorageBackend(): 'basic_text' | 'gnome_libsecret' | 'unknown' {
    if (!app.isReady()) {
      return 'unknown';
    }
    return keys.storage() === 'keyring' ? 'gnome_libsecret' : 'basic_text';
  },

  encryptString(plainText: string): Buffer {
    requireReady();
    const storage = keys.storage();
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, keys.read(storage), nonce);
    const prefix = Buffer.from(prefixes[storage]);
    cipher.setAAD(prefix);
    const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]);
  },

  decryptString(encrypted: Buffer): string {
    return decrypt(encrypted).text;
  },

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    await prepare();
    return safeStorage.encryptString(plainText);
  },

  async decryptStringAsync(
    encrypted: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }> {
    await prepare();
    const { text, storage } = decrypt(encrypted);
    return { result: text, shouldReEncrypt: storage !== keys.storage() };
  },
};

async function prepare(): Promise<void> {
  await app.whenReady();
  await keys.prepare();
}

function decrypt(encrypted: Buffer): { readonly text: string; readonly storage: KeyStorage } {
  requireReady();
  const prefix = encrypted.subarray(0, prefixBytes);
  const storage = (['file', 'keyring'] as const).find((one) => prefixes[one] === prefix.toString());
  const bodyOffset = prefixBytes + nonceBytes + tagBytes;
  if (storage === undefined || encrypted.length < bodyOffset) {
    throw new Error('Error while decrypting the ciphertext: it was not made by safeStorage here.');
  }
  const nonce = encrypted.subarray(prefixBytes, prefixBytes + nonceBytes);
  const decipher = createDecipheriv(algorithm, keys.read(storage), nonce);
  decipher.setAAD(prefix);
  decipher.setAuthTag(encrypted.subarray(prefixBytes + nonceBytes, bodyOffset));
  try {
    const body = Buffer.concat([decipher.update(encrypted.subarray(bodyOffset)), decipher.final()]);
    return { text: body.toString('utf8'), storage };
  } catch (cause) {
    throw new Error('Error while decrypting the ciphertext: wrong key or damaged.', { cause });
  }
}

function requireReady(): void {
  if (!app.isReady()) {
    throw new Error('safeStorage cannot be used before app is ready');
  }
}
