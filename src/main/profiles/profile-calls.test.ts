import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { ipc } from '../../contract/ipc/contract.ts';
import { embeddedProfileId, type Profile, type ProfileList } from '../../contract/profiles.ts';
import { createEmit } from '../ipc/emit.ts';
import { createProfileCalls } from './profile-calls.ts';
import type { ProfileStore } from './profile-store.ts';

const remote: Profile = {
  id: 'p',
  kind: 'remote',
  name: 'Team',
  baseUrl: 'https://team.example/api/v1',
  keyLast4: '5678',
  keyState: 'stored',
};

/** A store whose key turns out to be unreadable when it is asked for. */
function openCalls() {
  let keyState: Profile['keyState'] = 'stored';
  const list = (): ProfileList => ({
    activeId: embeddedProfileId,
    profiles: [{ ...remote, keyState }],
    protection: { kind: 'file', backend: 'basic_text' },
  });
  const store: ProfileStore = {
    list,
    add: async () => list(),
    change: async () => list(),
    remove: list,
    activate: list,
    findOrigin: () => null,
    readAccess: async () => {
      keyState = 'unreadable';
      throw new AppError('vault_unavailable', 'The key cannot be decrypted.');
    },
  };
  const sent: unknown[] = [];
  let storedKeys = 0;
  const calls = createProfileCalls(
    store,
    createEmit(ipc, (name, payload) => sent.push([name, payload])),
    () => {
      storedKeys += 1;
    },
  );
  return { calls, sent, list, countStoredKeys: () => storedKeys };
}

describe('the calls about profiles', () => {
  it('tell the page every change', async () => {
    const { calls, sent, list } = openCalls();
    await calls['profiles.activate']({ id: 'p' });
    await calls['profiles.remove']({ id: 'p' });
    expect(sent).toEqual([
      ['profiles.changed', list()],
      ['profiles.changed', list()],
    ]);
  });

  it('tell the page when a check finds that a key is unreadable, and only then', async () => {
    const { calls, sent, list } = openCalls();
    await expect(calls['profiles.check']({ id: 'p' })).rejects.toMatchObject({
      code: 'vault_unavailable',
    });
    expect(sent).toEqual([['profiles.changed', list()]]);
    await calls['profiles.check']({ id: 'p' }).catch(() => null);
    expect(sent).toHaveLength(1);
  });

  it('say when a key was stored', async () => {
    const { calls, countStoredKeys } = openCalls();
    await calls['profiles.add']({ name: 'a', baseUrl: 'https://a.example', apiKey: 'sk-12345678' });
    await calls['profiles.change']({ id: 'p', name: 'b' });
    await calls['profiles.change']({ id: 'p', apiKey: 'sk-12345678' });
    expect(countStoredKeys()).toBe(2);
  });
});
