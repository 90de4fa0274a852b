import { systemClock } from '../../base/clock.ts';
import { AppError, InvariantError } from '../../base/errors.ts';
import { createCore } from './core.ts';
import { openFirstAccount } from '../accounts/first-account.ts';
import { listNodes } from '../nodes/list-nodes.ts';
import { openMasterKey } from '../accounts/master-key.ts';
import { findSecretFile } from '../accounts/secret-file.ts';
import type { ServiceOptions } from './service-options.ts';
import { openStore } from './storage.ts';
import {
  type OwnerAnswer,
  type OwnerCallName,
  type OwnerContext,
  runOwnerCall,
} from '../owner/owner-calls.ts';
import { toOwnerAccessPath, ownerAccessSchema } from '../owner/owner-endpoint.ts';
import { embeddedPrices } from '../billing/prices.ts';
import { fromReceivedFailure, receivedErrorBodySchema } from '../../contract/api/errors.ts';

/** Does owner's calls, wherever the data is. */
export interface Owner {
  call<N extends OwnerCallName>(name: N, input?: object): Promise<OwnerAnswer<N>>;
  close(): Promise<void>;
}

/** Location of a service's data. */
export type OwnerLocation = Pick<ServiceOptions, 'folder' | 'databaseUrl' | 'masterKey' | 'prices'>;

/**
 * Reaches the data of a service: through the running one, which owns its folder, or by opening the
 * folder when none runs. The caller closes it.
 */
export async function openOwner(location: OwnerLocation): Promise<Owner> {
  return (await findRunning(location.folder)) ?? openFolder(location);
}

/** Finds the running service of a folder; null when none answers. */
export async function findRunning(folder: string): Promise<Owner | null> {
  const text = await findSecretFile(toOwnerAccessPath(folder));
  const access = text === null ? null : ownerAccessSchema.safeParse(parseJson(text));
  if (access?.success !== true) {
    return null;
  }
  const { url, token } = access.data;
  const owner: Owner = {
    async call<N extends OwnerCallName>(name: N, input: object = {}) {
      const answer = await ask(url + name, token, input);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the running service is this program; its answer crossed the machine as JSON
      return answer as OwnerAnswer<N>;
    },
    close: () => Promise.resolve(),
  };
  try {
    await owner.call('listAccounts');
    return owner;
  } catch (error) {
    if (error instanceof AppError) {
      return null; // Left behind by a crash: no process listens there, or another one does.
    }
    throw error;
  }
}

async function ask(url: string, token: string, input: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(10_000),
    });
  } catch (cause) {
    throw new AppError('service_unreachable', 'The running service does not answer.', { cause });
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && typeof body === 'object' && body !== null && 'answer' in body) {
    return body.answer;
  }
  const refusal = receivedErrorBodySchema.safeParse(body);
  throw refusal.success
    ? fromReceivedFailure(refusal.data.error, 'bad_reply')
    : new AppError('bad_reply', 'The running service gave an answer that cannot be read.');
}

async function openFolder(location: OwnerLocation): Promise<Owner> {
  const store = await openStore(location, systemClock);
  try {
    const core = createCore({
      store,
      masterKey: await openMasterKey(store, location.folder, location.masterKey),
      prices: location.prices ?? embeddedPrices,
      isInstalled: () => false,
      describeJob: () => {
        throw new InvariantError('Jobs end in a running service only.');
      },
    });
    const { id: accountId } = await openFirstAccount(core, 'default');
    const context: OwnerContext = {
      core,
      accountId,
      folder: location.folder,
      baseUrl: () => null,
      // A SQLite folder has exactly one process.
      listNodes: () =>
        store.engine === 'sqlite'
          ? Promise.resolve([])
          : listNodes(store, systemClock, core.context.policy.leaseMs),
    };
    return {
      async call<N extends OwnerCallName>(name: N, input: object = {}) {
        const answer = await runOwnerCall(context, name, input);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ownerCalls` ties the name to its answer
        return answer as OwnerAnswer<N>;
      },
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
