import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { embeddedProfileId, profileListSchema } from '../../contract/profiles.ts';
import { type Cipher, keysFileSchema, KeyVault } from './key-vault.ts';
import { createProfileStore, type ProfileStore, profilesFileSchema } from './profile-store.ts';

const cipher: Cipher = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text).map((byte) => byte ^ 1),
  decrypt: async (bytes) => ({
    text: Buffer.from(bytes.map((byte) => byte ^ 1)).toString(),
    shouldReEncrypt: false,
  }),
  backend: () => 'keychain',
};

function memoryFile<S extends z.ZodType>(schema: S) {
  const state = { isFull: false, content: z.parse(schema, {}) };
  return {
    state,
    path: '/file.json',
    read: () => state.content,
    write: (value: z.output<S>) => {
      if (state.isFull) {
        throw new AppError('storage_failed', 'The disk is full.');
      }
      state.content = value;
    },
  };
}

const input = { name: 'Team', baseUrl: 'https://team.example/api/v1', apiKey: 'sk-team-12345678' };
let file: ReturnType<typeof memoryFile<typeof profilesFileSchema>>;
let keys: ReturnType<typeof memoryFile<typeof keysFileSchema>>;
let vault: KeyVault;
let store: ProfileStore;
const embeddedAccess = { baseUrl: 'http://127.0.0.1:40000/api/v1', apiKey: 'guise_of_this_run' };
beforeEach(() => {
  file = memoryFile(profilesFileSchema);
  keys = memoryFile(keysFileSchema);
  vault = new KeyVault(keys, cipher, () => {});
  store = createProfileStore(file, vault, async () => embeddedAccess);
});
const addOne = async (): Promise<string> => (await store.add(input)).profiles[1]!.id;

describe('the profiles', () => {
  it('start with this computer, in use, without address and key', () => {
    expect(profileListSchema.parse(store.list())).toEqual({
      activeId: embeddedProfileId,
      profiles: [
        {
          id: embeddedProfileId,
          kind: 'embedded',
          name: 'This computer',
          baseUrl: null,
          keyLast4: null,
          keyState: 'none',
        },
      ],
      protection: { kind: 'system', backend: 'keychain' },
    });
  });

  it('take a remote one and show four characters of its key', async () => {
    const id = await addOne();
    expect(store.list().profiles[1]).toEqual({
      id,
      kind: 'remote',
      name: 'Team',
      baseUrl: input.baseUrl,
      keyLast4: '5678',
      keyState: 'stored',
    });
    expect(JSON.stringify([store.list(), file.read()])).not.toContain('sk-team');
    expect(await store.readAccess(id)).toEqual({ baseUrl: input.baseUrl, apiKey: input.apiKey });
  });

  it('keep no key of a profile that could not be written', async () => {
    file.state.isFull = true;
    await expect(store.add(input)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(keys.read().keys).toEqual({});
  });

  it('keep no key of a profile that is removed while its new key is encrypted', async () => {
    const id = await addOne();
    const changing = store.change(id, { apiKey: 'sk-other-87654321' });
    store.remove(id);
    await expect(changing).rejects.toMatchObject({ code: 'not_found' });
    expect(keys.read().keys).toEqual({});
  });

  it('change single fields', async () => {
    const id = await addOne();
    await store.change(id, { name: 'Other' });
    await store.change(id, { baseUrl: 'https://team.example/api/v2' });
    await store.change(id, { apiKey: 'sk-other-87654321' });
    expect(store.list().profiles[1]).toMatchObject({
      name: 'Other',
      baseUrl: 'https://team.example/api/v2',
      keyLast4: '4321',
    });
  });

  it('do not carry a key over to another server', async () => {
    const id = await addOne();
    const baseUrl = 'https://thief.example/api/v1';
    await expect(store.change(id, { baseUrl })).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await store.readAccess(id)).baseUrl).toBe(input.baseUrl);
    await store.change(id, { baseUrl, apiKey: 'sk-for-the-other' });
    expect(await store.readAccess(id)).toEqual({ baseUrl, apiKey: 'sk-for-the-other' });
  });

  it('give no key to a server that another program wrote into the file', async () => {
    const id = await addOne();
    const [planted] = file.read().profiles;
    file.write({
      activeId: id,
      profiles: [{ ...planted!, baseUrl: 'https://thief.example/api/v1' }],
    });
    await expect(store.readAccess(id)).rejects.toMatchObject({ code: 'key_mismatch' });
    expect(store.list().profiles[1]).toMatchObject({ keyState: 'mismatch' });
    await store.change(id, { apiKey: 'sk-for-the-other' });
    expect((await store.readAccess(id)).apiKey).toBe('sk-for-the-other');
  });

  it('take no entry in the place of this computer', () => {
    const planted = { id: embeddedProfileId, name: 'x', baseUrl: 'https://thief.example/api/v1' };
    expect(profilesFileSchema.safeParse({ profiles: [planted] }).success).toBe(false);
  });

  it('do not leave a new key with the old server when the move could not be written', async () => {
    const id = await addOne();
    file.state.isFull = true;
    const change = { baseUrl: 'https://new.example/api/v1', apiKey: 'sk-for-the-new-one' };
    await expect(store.change(id, change)).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(store.readAccess(id)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('forget a removed one with its key and fall back to this computer', async () => {
    const id = await addOne();
    expect(store.activate(id).activeId).toBe(id);
    expect(store.remove(id)).toMatchObject({ activeId: embeddedProfileId });
    expect(store.list().profiles).toHaveLength(1);
    expect(keys.read().keys).toEqual({});
  });

  it('refuse to change or remove this computer and unknown profiles', async () => {
    await expect(store.change(embeddedProfileId, { name: 'x' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(() => store.remove(embeddedProfileId)).toThrow(AppError);
    expect(() => store.activate('none')).toThrow(expect.objectContaining({ code: 'not_found' }));
    await expect(store.readAccess('none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('use this computer when the one in use is not there any more', () => {
    file.write({ activeId: 'gone', profiles: [] });
    expect(store.list().activeId).toBe(embeddedProfileId);
  });
});
