import type { ApiClient } from '../../client/client.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { ChosenFiles, KnownFile } from './chosen-files.ts';

/** The service drops an upload that no job names after a day; by then it is sent anew. */
const maxAgeMs = 12 * 3_600_000;

/** Files that lie at the service of this computer already, because it looked at them. */
export interface SentFiles {
  /** Has the service of this computer look at a file, once. Rejects with what is wrong with it. */
  readonly check: (fileId: string) => Promise<void>;
  /** Reference of a file that was looked at; null when it has to be sent. */
  readonly findKey: (profileId: string, file: KnownFile) => string | null;
}

/** Starts with none. */
export function createSentFiles(options: {
  readonly chosen: ChosenFiles;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  readonly nowMs: () => number;
}): SentFiles {
  const { chosen, openClient, nowMs } = options;
  const sent = new Map<string, Promise<{ readonly fileKey: string; readonly atMs: number }>>();
  const known = new Map<string, { readonly fileKey: string; readonly atMs: number }>();

  async function send({ path }: KnownFile) {
    const client = await openClient(embeddedProfileId);
    const { file_key: fileKey } = await client.uploadFile({ file: { path } });
    return { fileKey, atMs: nowMs() };
  }

  return {
    check: async (fileId) => {
      const file = chosen.require(fileId);
      const sending = sent.get(file.sha256) ?? send(file);
      sent.set(file.sha256, sending);
      try {
        known.set(file.sha256, await sending);
      } catch (error) {
        sent.delete(file.sha256);
        throw error;
      }
    },
    findKey: (profileId, { sha256 }) => {
      const found = profileId === embeddedProfileId ? known.get(sha256) : undefined;
      return found !== undefined && nowMs() - found.atMs < maxAgeMs ? found.fileKey : null;
    },
  };
}
