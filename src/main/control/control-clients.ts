import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { createId } from '../../base/ids.ts';
import { clientNameSchema, controlLimits } from '../../contract/control.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';

const entrySchema = z.object({
  id: z.string(),
  name: clientNameSchema,
  /** Hash of its key, in hex; the key itself is nowhere but with the client. */
  keySha256: z.string().regex(/^[0-9a-f]{64}$/),
  allowsPassthrough: z.boolean(),
  allowedAtMs: z.number(),
});

/** Stored entry of a program that the user allowed. */
export type AllowedClient = z.output<typeof entrySchema>;

/** The file of the programs that may control Guise. */
export const controlFileSchema = z.object({ clients: z.array(entrySchema).default([]) });

const keyBytes = 32;

/** The programs that may control Guise, each known by the hash of a key of 256 random bits. */
export class ControlClients {
  readonly #file: StoredJsonFile<z.output<typeof controlFileSchema>>;
  readonly #onSecret: (key: string) => void;

  /** `onSecret` gets every new key, to keep it out of logs. */
  constructor(
    file: StoredJsonFile<z.output<typeof controlFileSchema>>,
    onSecret: (key: string) => void,
  ) {
    this.#file = file;
    this.#onSecret = onSecret;
  }

  list(): readonly AllowedClient[] {
    return this.#file.read().clients;
  }

  /** Throws `at_capacity` where no further client is remembered. */
  requireCapacity(): void {
    if (this.list().length >= controlLimits.clients) {
      throw new AppError(
        'at_capacity',
        `${controlLimits.clients} programs have access; take one away in the settings first.`,
        { details: faultDetails('programs_full', { count: controlLimits.clients }) },
      );
    }
  }

  /** Grants access. Only the caller gets the key. Throws `storage_failed` or `at_capacity`. */
  allow(name: string): { readonly client: AllowedClient; readonly key: string } {
    this.requireCapacity();
    const key = randomBytes(keyBytes).toString('base64url');
    this.#onSecret(key);
    const client: AllowedClient = {
      id: createId(),
      name,
      keySha256: hashKey(key),
      allowsPassthrough: false,
      allowedAtMs: Date.now(),
    };
    this.#write([...this.list(), client]);
    return { client, key };
  }

  /**
   * Finds the client of a key; null for an unknown key. Hashes are compared, so timing reveals nothing about a
   * key.
   */
  findByKey(key: string): AllowedClient | null {
    const hash = hashKey(key);
    return this.list().find(({ keySha256 }) => keySha256 === hash) ?? null;
  }

  /** Current state of a client; null after its access was revoked. */
  find(id: string): AllowedClient | null {
    return this.list().find((client) => client.id === id) ?? null;
  }

  revoke(id: string): void {
    this.#write(this.list().filter((client) => client.id !== id));
  }

  /** Changes a permission and returns the updated client. Throws `not_found`. */
  permit(id: string, allowsPassthrough: boolean): AllowedClient {
    const found = this.find(id);
    if (found === null) {
      throw new AppError('not_found', 'There is no program of this id.');
    }
    this.#write(
      this.list().map((client) => (client.id === id ? { ...client, allowsPassthrough } : client)),
    );
    return { ...found, allowsPassthrough };
  }

  #write(clients: readonly AllowedClient[]): void {
    this.#file.write({ clients: [...clients] });
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
