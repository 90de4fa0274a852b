import { describe, expect, it } from 'vitest';
import { type Cipher, createKeyVault } from './key-vault.ts';

type Content = { keys: Record<string, { sealed: string; last4: string }> };

function memoryFile(content: Content = { keys: {} }) {
  let now = content;
  return {
    path: '/keys.json',
    read: () => now,
    write: (value: Content) => {
      now = value;
    },
  };
}

/** Reverses the text under a lock that can be changed, as when a keyring is replaced. */
function createPeer() {
  const state = {
    isAvailable: true,
    lock: 'a',
    shouldReEncrypt: false,
    backend: 'gnome_libsecret',
  };
  const cipher: Cipher = {
    isAvailable: async () => state.isAvailable,
    encrypt: async (text) => Buffer.from(`${state.lock}${text.split('').toReversed().join('')}`),
    decrypt: async (bytes) => {
      const text = Buffer.from(bytes).toString();
      if (!text.startsWith(state.lock)) {
        throw new Error(`Wrong lock for ${text}`);
      }
      return {
        text: text.slice(1).split('').toReversed().join(''),
        shouldReEncrypt: state.shouldReEncrypt,
      };
    },
    backend: () => state.backend,
  };
  return { state, cipher };
}

const apiKey = 'sk-planted-12345678';

function openVault(file = memoryFile()) {
  const { state, cipher } = createPeer();
  const plain: string[] = [];
  return { file, state, plain, vault: createKeyVault(file, cipher, (key) => plain.push(key)) };
}

describe('the key vault', () => {
  it('keeps a key encrypted, shows its last four characters and gives it back', async () => {
    const { vault, file, plain } = openVault();
    await vault.store('p', apiKey);
    expect(JSON.stringify(file.read())).not.toContain('planted');
    expect(vault.describe('p')).toEqual({ keyLast4: '5678', keyState: 'stored' });
    expect(await vault.read('p')).toBe(apiKey);
    expect(plain).toContain(apiKey);
  });

  it('knows nothing of a profile without a key', async () => {
    const { vault } = openVault();
    expect(vault.describe('toString')).toEqual({ keyLast4: null, keyState: 'none' });
    await expect(vault.read('p')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('keeps a key that does not decrypt any more, says so, and reads it when it does again', async () => {
    const { vault, file, state } = openVault();
    await vault.store('p', apiKey);
    const before = file.read();
    state.lock = 'b';
    const error: unknown = await vault.read('p').catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'vault_unavailable' });
    expect(vault.describe('p')).toEqual({ keyLast4: '5678', keyState: 'unreadable' });
    expect(file.read()).toEqual(before);
    state.lock = 'a';
    expect(await vault.read('p')).toBe(apiKey);
    expect(vault.describe('p').keyState).toBe('stored');
  });

  it('finds the unreadable keys when it verifies', async () => {
    const { vault, state } = openVault();
    await vault.store('old', apiKey);
    state.lock = 'b';
    await vault.store('new', apiKey);
    await vault.verify();
    expect([vault.describe('old').keyState, vault.describe('new').keyState]).toEqual([
      'unreadable',
      'stored',
    ]);
  });

  it('does not blame the keys when the system cannot decrypt at all', async () => {
    const { vault, state, file } = openVault();
    await vault.store('p', apiKey);
    state.isAvailable = false;
    await vault.verify();
    expect(vault.describe('p').keyState).toBe('stored');
    await expect(vault.read('p')).rejects.toMatchObject({ code: 'vault_unavailable' });
    await expect(vault.store('q', apiKey)).rejects.toMatchObject({ code: 'vault_unavailable' });
    expect(Object.keys(file.read().keys)).toEqual(['p']);
  });

  it('encrypts again when the system has a newer key', async () => {
    const { vault, state, file } = openVault();
    await vault.store('p', apiKey);
    const before = file.read().keys['p']!.sealed;
    state.shouldReEncrypt = true;
    const { cipher } = createPeer();
    const renewing = createKeyVault(
      file,
      {
        ...cipher,
        decrypt: async () => ({ text: apiKey, shouldReEncrypt: true }),
        encrypt: async (text) => Buffer.from(`newer ${text.length}`),
      },
      () => {},
    );
    expect(await renewing.read('p')).toBe(apiKey);
    expect(file.read().keys['p']!.sealed).not.toBe(before);
  });

  it('does not undo a replacement that happened while it encrypted again', async () => {
    const file = memoryFile({
      keys: { p: { sealed: Buffer.from('old').toString('base64'), last4: '5678' } },
    });
    const replaced = { sealed: Buffer.from('replaced').toString('base64'), last4: '9999' };
    const vault = createKeyVault(
      file,
      {
        isAvailable: async () => true,
        decrypt: async () => ({ text: apiKey, shouldReEncrypt: true }),
        encrypt: async () => {
          file.write({ keys: { p: replaced } });
          return Buffer.from('renewed');
        },
        backend: () => 'keychain',
      },
      () => {},
    );
    await vault.read('p');
    expect(file.read().keys['p']).toEqual(replaced);
  });

  it.each([
    ['gnome_libsecret', 'system'],
    ['kwallet6', 'system'],
    ['keychain', 'system'],
    ['basic_text', 'file'],
    ['key_file', 'file'],
    ['unknown', 'file'],
  ])('says of the backend %s that it protects like a %s', (backend, kind) => {
    const { vault, state } = openVault();
    state.backend = backend;
    expect(vault.protection()).toEqual({ kind, backend });
  });
});
