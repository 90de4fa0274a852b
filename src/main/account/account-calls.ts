import { open } from 'node:fs/promises';
import type { ApiClient } from '../../client/client.ts';
import { exportFile } from '../files/export-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import { readAccountView } from './read-account.ts';
import { toUsageLines, usageCsvHead } from './usage-csv.ts';
import { readUsagePages } from './usage-rows.ts';

/** Pages that are exported at most, two million calls: a service must not fill the disk. */
const maxExportedPages = 4000;

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
        return { path, rows: 0, isWhole: true };
      }
      let written = { rows: 0, isWhole: true };
      await exportFile(path, `The usage could not be written to ${path}.`, async (draft) => {
        written = await writeUsage(client, draft);
      });
      return { path, ...written };
    },
  };
}

/** Writes pages as they come: years of usage are no matter of memory. */
async function writeUsage(
  client: Pick<ApiClient, 'listUsage'>,
  path: string,
): Promise<{ readonly rows: number; readonly isWhole: boolean }> {
  const written = { rows: 0, isWhole: true };
  await using file = await open(path, 'wx');
  await file.appendFile(usageCsvHead);
  for await (const { rows, isWhole } of readUsagePages(client, { maxPages: maxExportedPages })) {
    await file.appendFile(toUsageLines(rows));
    written.rows += rows.length;
    written.isWhole = isWhole;
  }
  return written;
}
