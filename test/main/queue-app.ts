import '../support/without-electron.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import type { JobQueueState } from '../../src/contract/ipc/queue.ts';
import { resolveFolders } from '../../src/main/app/folders.ts';
import { createNotices } from '../../src/main/app/notices.ts';
import { type Cipher, KeyVault } from '../../src/main/profiles/key-vault.ts';
import { createProfileStore } from '../../src/main/profiles/profile-store.ts';
import type { ServiceHost } from '../../src/main/service/service-host.ts';
import { openWindowlessJobs } from './windowless-jobs.ts';

const { openFiles } = await import('../../src/main/app/open-files.ts');

const cipher: Cipher = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (bytes) => ({ text: Buffer.from(bytes).toString(), shouldReEncrypt: false }),
  backend: () => 'keychain',
};

/** Job handling of the app after a start on the content of a folder, without a local service. */
export type QueueApp = ReturnType<typeof openQueueApp>;

/** See {@link QueueApp}. */
export function openQueueApp(folder: string) {
  const folders = resolveFolders(folder, join(folder, 'data'));
  const files = openFiles(
    folders.data,
    createNotices(() => undefined),
    () => undefined,
  );
  const vault = new KeyVault(files.keys, cipher, () => undefined);
  const service: Pick<ServiceHost, 'readDetails' | 'hintJob' | 'jobSlots' | 'readAccess'> = {
    readAccess: async () => {
      throw new AppError('service_unreachable', 'There is no service of this computer here.');
    },
    readDetails: async () => null,
    hintJob: async () => undefined,
    jobSlots: () => null,
  };
  const profiles = createProfileStore(files.profiles, vault, async () => {
    throw new Error('There is no service of this computer here.');
  });
  const said: { readonly ended: string[] } = { ended: [] };
  const { jobs } = openWindowlessJobs({
    folders,
    files,
    profiles,
    readProofKey: () => vault.readProofKey(),
    service: service as ServiceHost,
    ending: {
      quit: () => said.ended.push('quit'),
      findSleep: async () => null,
      canEnd: () => true,
    },
  });
  const list = (): Promise<LocalJob[]> => jobs.calls['jobs.list']({}) as Promise<LocalJob[]>;
  const find = async (id: string): Promise<LocalJob> => {
    const found = (await list()).find((job) => job.id === id);
    if (found === undefined) {
      throw new Error(`There is no job ${id}.`);
    }
    return found;
  };
  return {
    jobs,
    profiles,
    folders,
    files,
    said,
    calls: jobs.calls,
    list,
    find,
    queue: (): Promise<JobQueueState> => jobs.calls['queue.read']({}) as Promise<JobQueueState>,
    /** Uses a service with a new profile. */
    use: async (baseUrl: string, apiKey: string): Promise<string> => {
      const added = await profiles.add({ name: randomBytes(4).toString('hex'), baseUrl, apiKey });
      const { id } = added.profiles.at(-1)!;
      profiles.activate(id);
      return id;
    },
    /** Submits a swap, of the face or of the person, of files of the disk that were agreed to. */
    submit: async (
      { clip, face }: { readonly clip: string; readonly face: string },
      options: LocalJob['options'] = {},
      feature: 'face_swap' | 'identity_swap' = 'face_swap',
    ): Promise<string> => {
      const [video, photo] = [await jobs.addFile(clip), await jobs.addFile(face)];
      jobs.chosen.agree(photo.id);
      const { id } = await jobs.calls['jobs.submit']({
        feature,
        inputs: [
          { field: 'video_key', fileId: video.id },
          { field: feature === 'face_swap' ? 'face_key' : 'character_key', fileId: photo.id },
        ],
        options,
        holdUsd: 0.02,
        expectedMs: null,
      });
      return id;
    },
    until: (id: string, ...states: LocalJob['state'][]): Promise<LocalJob> =>
      vi.waitFor(
        async () => {
          const job = await find(id);
          expect(states).toContain(job.state);
          return job;
        },
        { timeout: 40_000, interval: 20 },
      ),
  };
}
