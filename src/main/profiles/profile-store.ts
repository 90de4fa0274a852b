import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import {
  baseUrlSchema,
  embeddedProfileId,
  type Profile,
  type ProfileList,
  profileNameSchema,
} from '../../contract/profiles.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { KeyVault } from './key-vault.ts';

const remoteProfileSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(64)
    .refine((id) => id !== embeddedProfileId, 'This id is that of this computer.'),
  name: profileNameSchema,
  baseUrl: baseUrlSchema,
});

type RemoteProfile = z.output<typeof remoteProfileSchema>;

/** The file of the profiles; keys are in the vault, the embedded service needs no entry. */
export const profilesFileSchema = z.object({
  activeId: z.string().default(embeddedProfileId),
  profiles: z.array(remoteProfileSchema).default([]),
});

/** Fields of a profile that the user enters. */
export interface ProfileInput {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A change of some fields; those that are undefined stay. */
export type ProfileChange = { readonly [F in keyof ProfileInput]?: ProfileInput[F] | undefined };

/** A service with its key, for main's own requests. */
export interface RemoteAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The services the app can talk to. */
export interface ProfileStore {
  readonly list: () => ProfileList;
  readonly add: (input: ProfileInput) => Promise<ProfileList>;
  readonly change: (id: string, change: ProfileChange) => Promise<ProfileList>;
  readonly remove: (id: string) => ProfileList;
  readonly activate: (id: string) => ProfileList;
  /** Server of a profile as `https://host:port`, the id itself for this computer's; null when there is no profile. */
  readonly findOrigin: (id: string) => string | null;
  /**
   * Address and key of a profile. Never leaves main. Throws `key_mismatch` when the key was entered for another
   * server than the address names now.
   */
  readonly readAccess: (id: string) => Promise<RemoteAccess>;
}

/** Opens the profiles over their file, the vault of their keys and the embedded service. */
export function createProfileStore(
  file: StoredJsonFile<z.output<typeof profilesFileSchema>>,
  vault: KeyVault,
  readEmbeddedAccess: () => Promise<RemoteAccess>,
): ProfileStore {
  const findRemote = (id: string): RemoteProfile | undefined =>
    file.read().profiles.find((profile) => profile.id === id);

  const requireRemote = (id: string): RemoteProfile => findRemote(id) ?? refuseRemote(id);

  const list = (): ProfileList => describeProfiles(file.read(), vault);

  const writeProfiles = (change: (profiles: RemoteProfile[]) => RemoteProfile[]): void => {
    file.write({ ...file.read(), profiles: change(file.read().profiles) });
  };

  return {
    list,
    add: async ({ name, baseUrl, apiKey }) => {
      const id = randomUUID();
      await vault.store(id, { origin: toOrigin(baseUrl), apiKey });
      try {
        writeProfiles((profiles) => [...profiles, { id, name, baseUrl }]);
      } catch (error) {
        vault.remove(id);
        throw error;
      }
      return list();
    },
    change: async (id, change) => {
      const { baseUrl, apiKey } = change;
      const before = requireRemote(id);
      const isMoving = baseUrl !== undefined && toOrigin(before.baseUrl) !== toOrigin(baseUrl);
      if (isMoving && apiKey === undefined) {
        throw new AppError('invalid_input', 'Enter the key again: the address is another server.');
      }
      if (apiKey !== undefined) {
        await vault.store(id, { origin: toOrigin(baseUrl ?? before.baseUrl), apiKey });
      }
      try {
        requireRemote(id);
        writeProfiles((profiles) =>
          profiles.map((profile) => (profile.id === id ? toChanged(profile, change) : profile)),
        );
      } catch (error) {
        // The new key is useless for the old server, and for a profile that was removed while it was encrypted.
        if (isMoving || findRemote(id) === undefined) {
          vault.remove(id);
        }
        throw error;
      }
      return list();
    },
    remove: (id) => {
      requireRemote(id);
      writeProfiles((profiles) => profiles.filter((profile) => profile.id !== id));
      vault.remove(id);
      return list();
    },
    activate: (id) => {
      if (id !== embeddedProfileId) {
        requireRemote(id);
      }
      file.write({ ...file.read(), activeId: id });
      return list();
    },
    findOrigin: (id) => {
      const remote = findRemote(id);
      const own = id === embeddedProfileId ? embeddedProfileId : null;
      return remote === undefined ? own : toOrigin(remote.baseUrl);
    },
    readAccess: async (id) => {
      if (id === embeddedProfileId) {
        return readEmbeddedAccess();
      }
      const { baseUrl } = requireRemote(id);
      return { baseUrl, apiKey: await vault.read(id, toOrigin(baseUrl)) };
    },
  };
}

function describeProfiles(
  { activeId, profiles }: z.output<typeof profilesFileSchema>,
  vault: KeyVault,
): ProfileList {
  const isThere = profiles.some(({ id }) => id === activeId);
  return {
    activeId: isThere ? activeId : embeddedProfileId,
    profiles: [
      embeddedProfile,
      ...profiles.map((profile) => ({
        ...profile,
        kind: 'remote' as const,
        ...vault.describe(profile.id, toOrigin(profile.baseUrl)),
      })),
    ],
    protection: vault.protection(),
  };
}

const embeddedProfile: Profile = {
  id: embeddedProfileId,
  kind: 'embedded',
  name: 'This computer',
  baseUrl: null,
  keyLast4: null,
  keyState: 'none',
};

function toChanged(before: RemoteProfile, { name, baseUrl }: ProfileChange): RemoteProfile {
  return { id: before.id, name: name ?? before.name, baseUrl: baseUrl ?? before.baseUrl };
}

function refuseRemote(id: string): never {
  throw id === embeddedProfileId
    ? new AppError('invalid_input', 'The profile of this computer has no address and no key.')
    : new AppError('not_found', 'There is no profile of this id.');
}

function toOrigin(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
