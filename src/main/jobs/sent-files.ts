import type { ApiClient } from '../../client/client.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { ChosenFiles, KnownFile } from './chosen-files.ts';

/** Maximum age of a reused upload: the service drops an unused one after a day. */
const maxAgeMs = 12 * 3_600_000;

/** Files that the local service already has, because it validated them. */
export interface SentFiles {
  /** Validates a file with the local service, once. Rejects with its fault. */
  readonly check: (fileId: string) => Promise<void>;
  /** Reference of an inspected content; null when it has to be sent. */
  readonly findKey: (profileId: string, sha256: string) => string | null;
  /** Forgets references of files that are deleted there. */
  readonly drop: (fileKeys: readonly string[]) => void;
  /** Waits until none of the contents is being transferred. */
  readonly settle: (sha256s: ReadonlySet<string>) => Promise<void>;
  /** Forgets keys of contents, or all of them. */
  readonly dropContents: (sha256s: ReadonlySet<string> | 'all') => void;
}

/** Starts with none. */
export function createSentFiles(options: {
  readonly chosen: ChosenFiles;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  readonly nowMs: () => number;
}): SentFiles {
  const { chosen, openClient, nowMs } = options;
  const keys = new Map<string, { readonly fileKey: string; readonly atMs: number }>();
  const sending = new Map<string, Promise<void>>();

  const findFresh = (sha256: string): string | null => {
    const found = keys.get(sha256);
    return found !== undefined && nowMs() - found.atMs < maxAgeMs ? found.fileKey : null;
  };

  async function send({ path, sha256 }: KnownFile): Promise<void> {
    const client = await openClient(embeddedProfileId);
    const { file_key: fileKey } = await client.uploadFile({ file: { path, sha256 } });
    keys.set(sha256, { fileKey, atMs: nowMs() });
  }

  return {
    check: async (fileId) => {
      const file = chosen.require(fileId);
      if (findFresh(file.sha256) !== null) {
        return;
      }
      const under =
        sending.get(file.sha256) ?? send(file).finally(() => sending.delete(file.sha256));
      sending.set(file.sha256, under);
      await under;
    },
    findKey: (profileId, sha256) => (profileId === embeddedProfileId ? findFresh(sha256) : null),
    drop: (fileKeys) => {
      for (const [sha256, { fileKey }] of keys) {
        if (fileKeys.includes(fileKey)) {
          keys.delete(sha256);
        }
      }
    },
    settle: async (sha256s) => {
      const under = [...sha256s].flatMap((sha256) => sending.get(sha256) ?? []);
      await Promise.allSettled(under);
    },
    dropContents: (sha256s) => {
      for (const sha256 of sha256s === 'all' ? [...keys.keys()] : sha256s) {
        keys.delete(sha256);
      }
    },
  };
}
