import { safeStorage } from 'electron/main';
import type { Cipher } from './key-vault.ts';

/** Encryption by the operating system: keyring, Keychain or DPAPI. Use it once the app is ready. */
export const systemCipher: Cipher = {
  isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (bytes) => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
    return { text: result, shouldReEncrypt };
  },
  backend: () => {
    if (process.platform === 'darwin') {
      return 'keychain';
    }
    return process.platform === 'win32' ? 'dpapi' : safeStorage.getSelectedStorageBackend();
  },
};
