import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type Cipher, KeyVault, type keysFileSchema } from './key-vault.ts';

type Content = z.output<typeof keysFileSchema>;

function createMemoryFile(content: Content = { keys: {}, proofKey: null }) {
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
const origin = 'https://team.example';
const bound = JSON.stringify({ origin, key: apiKey });

function openVault(file = createMemoryFile()) {
  const { state, cipher } = createPeer();
  const plain: string[] = [];
  return { file, state, plain, vault: new KeyVault(file, cipher, (key) => plain.push(key)) };
}

describe('the key vault', () => {
  it('keeps a key encrypted, shows its last four characters and gives it back', async () => {
    const { vault, file, plain } = openVault();
    await vault.store('p', { origin, apiKey });
    expect(JSON.stringify(file.read())).not.toContain('planted');
    expect(vault.describe('p', origin)).toEqual({ keyLast4: '5678', keyState: 'stored' });
    expect(await vault.read('p', origin)).toBe(apiKey);
    expect(plain).toContain(apiKey);
  });

  it('knows nothing of a profile without a key', async () => {
    const { vault } = openVault();
    expect(vault.describe('toString', origin)).toEqual({ keyLast4: null, keyState: 'none' });
    await expect(vault.read('p', origin)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('keeps a key that does not decrypt any more, says so, and reads it when it does again', async () => {
    const { vault, file, state } = openVault();
    await vault.store('p', { origin, apiKey });
    const before = file.read();
    state.lock = 'b';
    const error: unknown = await vault.read('p', origin).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'vault_unavailable' });
    expect(vault.describe('p', origin)).toEqual({ keyLast4: '5678', keyState: 'unreadable' });
    expect(file.read()).toEqual(before);
    state.lock = 'a';
    expect(await vault.read('p', origin)).toBe(apiKey);
    expect(vault.describe('p', origin).keyState).toBe('stored');
  });

  it('finds the unreadable keys when it verifies', async () => {
    const { vault, state } = openVault();
    await vault.store('old', { origin, apiKey });
    state.lock = 'b';
    await vault.store('new', { origin, apiKey });
    await vault.verify();
    expect([
      vault.describe('old', origin).keyState,
      vault.describe('new', origin).keyState,
    ]).toEqual(['unreadable', 'stored']);
  });

  it('does not blame the keys when the system cannot decrypt at all', async () => {
    const { vault, state, file } = openVault();
    await vault.store('p', { origin, apiKey });
    state.isAvailable = false;
    await vault.verify();
    expect(vault.describe('p', origin).keyState).toBe('stored');
    await expect(vault.read('p', origin)).rejects.toMatchObject({ code: 'vault_unavailable' });
    await expect(vault.store('q', { origin, apiKey })).rejects.toMatchObject({
      code: 'vault_unavailable',
    });
    expect(Object.keys(file.read().keys)).toEqual(['p']);
  });

  it('encrypts again when the system has a newer key', async () => {
    const { vault, state, file } = openVault();
    await vault.store('p', { origin, apiKey });
    const before = file.read().keys['p']!.sealed;
    state.shouldReEncrypt = true;
    const { cipher } = createPeer();
    const renewing = new KeyVault(
      file,
      {
        ...cipher,
        decrypt: async () => ({ text: bound, shouldReEncrypt: true }),
        encrypt: async (text) => Buffer.from(`newer ${text.length}`),
      },
      () => {},
    );
    expect(await renewing.read('p', origin)).toBe(apiKey);
    expect(file.read().keys['p']!.sealed).not.toBe(before);
  });

  it('does not undo a replacement that happened while it encrypted again', async () => {
    const file = createMemoryFile({
      keys: { p: { sealed: Buffer.from('old').toString('base64'), last4: '5678' } },
      proofKey: null,
    });
    const replaced = { sealed: Buffer.from('replaced').toString('base64'), last4: '9999' };
    const vault = new KeyVault(
      file,
      {
        isAvailable: async () => true,
        decrypt: async () => ({ text: bound, shouldReEncrypt: true }),
        encrypt: async () => {
          file.write({ keys: { p: replaced }, proofKey: null });
          return Buffer.from('renewed');
        },
        backend: () => 'keychain',
      },
      () => {},
    );
    await vault.read('p', origin);
    expect(file.read().keys['p']).toEqual(replaced);
  });

  it('gives a key only to the server for which it was entered', async () => {
    const { vault, file } = openVault();
    await vault.store('p', { origin, apiKey });
    const other = 'https://team.example.evil.test';
    const refused: unknown = await vault.read('p', other).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'key_mismatch' });
    expect(String(refused)).toContain('belongs to https://team.example and is not sent to');
    expect(vault.describe('p', other).keyState).toBe('mismatch');
    // Also when the encrypted text is put under another profile.
    file.write({ ...file.read(), keys: { q: file.read().keys['p']! } });
    await expect(vault.read('q', other)).rejects.toMatchObject({ code: 'key_mismatch' });
    expect(await vault.read('q', origin)).toBe(apiKey);
  });

  it('keeps a key of an earlier version, sends it nowhere, and asks for it again', async () => {
    const { vault, file, plain } = openVault();
    const { cipher } = createPeer();
    const sealed = Buffer.from(await cipher.encrypt(apiKey)).toString('base64');
    const before = { keys: { p: { sealed, last4: '5678' } }, proofKey: null };
    file.write(before);
    await vault.verify();
    expect(vault.describe('p', origin)).toEqual({ keyLast4: '5678', keyState: 'mismatch' });
    await expect(vault.read('p', origin)).rejects.toMatchObject({ code: 'key_mismatch' });
    expect(file.read()).toEqual(before);
    expect(new Set(plain)).toEqual(new Set([apiKey]));
    await vault.store('p', { origin, apiKey });
    expect(await vault.read('p', origin)).toBe(apiKey);
  });

  it('has one key for proofs, over restarts, and a new one when the system lost it', async () => {
    const { vault, file } = openVault();
    const [first, second] = await Promise.all([vault.readProofKey(), vault.readProofKey()]);
    expect(first).toEqual(second);
    expect(first).toHaveLength(32);
    await vault.store('p', { origin, apiKey });
    vault.remove('p');
    const again = openVault(file);
    expect(await again.vault.readProofKey()).toEqual(Buffer.from(first));
    const lost = openVault(file);
    lost.state.lock = 'b';
    expect(await lost.vault.readProofKey()).not.toEqual(Buffer.from(first));
    const locked = openVault();
    locked.state.isAvailable = false;
    await expect(locked.vault.readProofKey()).rejects.toMatchObject({ code: 'vault_unavailable' });
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
