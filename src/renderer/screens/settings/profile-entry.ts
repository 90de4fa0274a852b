import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { CallInput } from '../../../contract/ipc/kit.ts';
import { apiKeySchema, baseUrlSchema, profileNameSchema } from '../../../contract/profiles.ts';

/** A field of the form of a service. */
export type InvalidField = 'name' | 'address' | 'key';

/** What was typed into the form of a service. */
export interface ProfileEntry {
  /** Profile that is changed; null for a new one. */
  readonly id: string | null;
  readonly name: string;
  readonly baseUrl: string;
  /** Empty keeps the key of a profile that is changed. */
  readonly key: string;
}

/** Checks what was typed with the same rules as main; `input` is null when a field is wrong. */
export function checkProfileEntry(entry: ProfileEntry): {
  readonly input: CallInput<Ipc, 'profiles.add'> | CallInput<Ipc, 'profiles.change'> | null;
  readonly invalid: ReadonlySet<InvalidField>;
} {
  const keepsKey = entry.id !== null && entry.key === '';
  const invalid = new Set<InvalidField>();
  if (!profileNameSchema.safeParse(entry.name).success) {
    invalid.add('name');
  }
  if (!baseUrlSchema.safeParse(entry.baseUrl).success) {
    invalid.add('address');
  }
  if (!keepsKey && !apiKeySchema.safeParse(entry.key).success) {
    invalid.add('key');
  }
  if (invalid.size > 0) {
    return { input: null, invalid };
  }
  const { id, name, baseUrl, key: apiKey } = entry;
  if (id === null) {
    return { input: { name, baseUrl, apiKey }, invalid };
  }
  return { input: { id, name, baseUrl, ...(keepsKey ? {} : { apiKey }) }, invalid };
}
