import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { ConversionTarget } from '../../contract/conversion.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ServiceAnswers } from '../service/service-answers.ts';

/** What {@link openConversions} needs. */
export interface ConversionsOptions {
  readonly service: Pick<ServiceAnswers, 'listTargets' | 'convertRecording'>;
  readonly chosen: Pick<ChosenFiles, 'require'>;
  readonly grants: Pick<MediaGrants, 'grant'>;
  readonly emit: Emit<Ipc>;
  /** Where the result lies until the next; emptied now. */
  readonly folder: string;
  /** Asks the user where to; null when they changed their mind. */
  readonly askPath: (name: string) => Promise<string | null>;
}

/** Recordings that become ones in another voice, as the app holds them. */
export interface Conversions {
  readonly calls: AreaHandlers<'conversions'>;
  /** The page is gone or loads anew: nobody waits for a result. */
  readonly pageLeft: () => void;
  /** Ends a conversion of one of these recordings, and removes its result. */
  readonly dropPersons: (sha256s: ReadonlySet<string>) => Promise<void>;
}

/** A result and what a copy of it is called. */
interface Result {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** Of what was converted. */
  readonly sourceSha256: string;
}

/** One recording at a time, with the service of this computer, whatever service is in use. */
export function openConversions(options: ConversionsOptions): Conversions {
  const { service, chosen, grants, emit, folder } = options;
  const emptied = rm(folder, { recursive: true, force: true });
  let stopping = new AbortController();
  let names: readonly ConversionTarget[] = [];
  let result: Result | null = null;
  let convertedSha256 = '';

  async function makePath(id: string): Promise<string> {
    try {
      await emptied;
      makePrivateFolder(folder);
    } catch (cause) {
      throw new AppError('storage_failed', `The folder ${folder} cannot be made.`, { cause });
    }
    return join(folder, `${id}.wav`);
  }

  async function forget(): Promise<void> {
    const path = result?.path;
    result = null;
    if (path !== undefined) {
      await rm(path, { force: true });
    }
  }

  return {
    calls: {
      'conversions.targets': async () => {
        names = await service.listTargets();
        return [...names];
      },
      'conversions.convert': async ({ fileId, ...choice }) => {
        const { path, sha256 } = chosen.require(fileId);
        convertedSha256 = sha256;
        stopping.abort();
        const mine = new AbortController();
        stopping = mine;
        await forget();
        const id = randomUUID();
        const outputPath = await makePath(id);
        const converted = await service.convertRecording(
          { choice, path, outputPath },
          {
            signal: mine.signal,
            onProgress: (share) => {
              if (stopping === mine) {
                emit('conversions.progressed', { share });
              }
            },
          },
        );
        if (mine.signal.aborted) {
          await rm(outputPath, { force: true });
          throw new AppError('cancelled', 'The conversion was cancelled.');
        }
        const voice = names.find(({ id: voiceId }) => voiceId === choice.voiceId)?.name;
        const name = nameCopy(path, voice ?? choice.voiceId);
        result = { id, path: outputPath, name, sourceSha256: sha256 };
        return { ...converted, id, url: grants.grant(outputPath) };
      },
      'conversions.cancel': async () => {
        stopping.abort();
        return null;
      },
      'conversions.save_as': async ({ id }) => {
        if (result?.id !== id) {
          throw new AppError('not_found', 'This recording has to be converted again.');
        }
        const { path } = result;
        const target = await options.askPath(result.name);
        if (target !== null) {
          await copySound(path, target);
        }
        return { path: target };
      },
    },
    pageLeft: () => {
      stopping.abort();
    },
    dropPersons: async (sha256s) => {
      if (sha256s.has(convertedSha256)) {
        stopping.abort();
      }
      if (result !== null && sha256s.has(result.sourceSha256)) {
        await forget();
      }
    },
  };
}

/** Such as `talk, Clear host.wav`, without what file systems refuse. */
function nameCopy(path: string, voice: string): string {
  const words = voice.replaceAll(/[^\p{L}\p{M}\p{N} -]+/gu, ' ').trim();
  return `${basename(path, extname(path))}, ${words}.wav`;
}

async function copySound(path: string, target: string): Promise<void> {
  try {
    await copyFile(path, target);
  } catch (cause) {
    throw new AppError('storage_failed', `The recording could not be copied to ${target}.`, {
      cause,
    });
  }
}
