import type { Ipc } from '../../../../contract/ipc/contract.ts';
import type { CallInput } from '../../../../contract/ipc/kit.ts';
import {
  apiKeySchema,
  baseUrlSchema,
  type Profile,
  profileNameSchema,
} from '../../../../contract/profiles.ts';

/** A field of the form of a service. */
export type ProfileField = 'name' | 'address' | 'key';

/** Entered values of a service's form. */
export interface ProfileEntry {
  /** Profile that is changed; null for a new one. */
  readonly id: string | null;
  readonly name: string;
  readonly baseUrl: string;
  /** Empty keeps the key of a profile that is changed. */
  readonly key: string;
  /** The existing profile; null for a new one. */
  readonly before: Pick<Profile, 'baseUrl' | 'keyState'> | null;
}

/** Validates the values with the same rules as main; `input` is null when a field is invalid. */
export function checkProfileEntry(entry: ProfileEntry): {
  readonly input: CallInput<Ipc, 'profiles.add'> | CallInput<Ipc, 'profiles.change'> | null;
  readonly invalid: ReadonlySet<ProfileField>;
} {
  const invalid = new Set<ProfileField>();
  if (!profileNameSchema.safeParse(entry.name).success) {
    invalid.add('name');
  }
  if (!baseUrlSchema.safeParse(entry.baseUrl).success) {
    invalid.add('address');
  }
  const reusesKey = entry.key === '' && canReuseKey(entry);
  if (!reusesKey && !apiKeySchema.safeParse(entry.key).success) {
    invalid.add('key');
  }
  if (invalid.size > 0) {
    return { input: null, invalid };
  }
  const { id, name, baseUrl, key: apiKey } = entry;
  if (id === null) {
    return { input: { name, baseUrl, apiKey }, invalid };
  }
  return { input: { id, name, baseUrl, ...(reusesKey ? {} : { apiKey }) }, invalid };
}

/** A key is never carried over to a server it was not entered for, and a lost one cannot be kept. */
function canReuseKey({ before, baseUrl }: ProfileEntry): boolean {
  return (
    before !== null &&
    before.keyState === 'stored' &&
    before.baseUrl !== null &&
    toOrigin(before.baseUrl) === toOrigin(baseUrl)
  );
}

function toOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
