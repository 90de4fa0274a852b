import { writeFile } from 'node:fs/promises';
import type { ApiClient } from '../../client/client.ts';
import { exportFile } from '../files/export-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import { readAccountView } from './read-account.ts';
import { toUsageCsv } from './usage-csv.ts';
import { readUsageRows } from './usage-rows.ts';

/** Pages that are exported at most: 50,000 calls. */
const maxExportedPages = 100;

/** Dependencies of the calls. */
export interface AccountCallsOptions {
  readonly activeProfileId: () => string;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  /** Asks the user for a path; null when they cancel. */
  readonly chooseSavePath: (name: string) => Promise<string | null>;
  readonly nowMs: () => number;
}

/** The calls about the account at the service in use. */
export function createAccountCalls(options: AccountCallsOptions): AreaHandlers<'account'> {
  const { activeProfileId, openClient, chooseSavePath, nowMs } = options;
  return {
    'account.read': async () => {
      const profileId = activeProfileId();
      return readAccountView(await openClient(profileId), profileId, nowMs());
    },
    'account.export_usage': async () => {
      const client = await openClient(activeProfileId());
      const day = new Date(nowMs()).toISOString().slice(0, 10);
      const path = await chooseSavePath(`guise-usage-${day}.csv`);
      if (path === null) {
        return { path, rows: 0 };
      }
      const { rows } = await readUsageRows(client, { maxPages: maxExportedPages });
      await exportFile(path, `The usage could not be written to ${path}.`, () =>
        writeFile(path, toUsageCsv(rows)),
      );
      return { path, rows: rows.length };
    },
  };
}
