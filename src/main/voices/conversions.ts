import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ConversionChoice, ConversionTarget } from '../../contract/conversion.ts';
import type { ConvertedRecordingFile } from '../../contract/ipc/conversions.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { exportFile } from '../files/export-file.ts';
import { ScratchFolder } from '../files/scratch-folder.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ServiceQueries } from '../service/service-queries.ts';

/** Dependencies of {@link Conversions}. */
export interface ConversionsOptions {
  readonly service: Pick<ServiceQueries, 'listTargets' | 'convertRecording'>;
  readonly chosen: Pick<ChosenFiles, 'require'>;
  readonly grants: Pick<MediaGrants, 'grant'>;
  readonly emit: Emit<Ipc>;
  /** Called for every converted recording; the file exists until the next one. */
  readonly onConverted: (converted: Converted) => Promise<void>;
  /** Folder of the result until the next one; emptied now. */
  readonly folder: string;
  /** Asks the user where to; null when they changed their mind. */
  readonly chooseSavePath: (name: string) => Promise<string | null>;
}

/** A recording in another voice. */
export interface Converted {
  readonly path: string;
  /** Suggested name of a copy. */
  readonly name: string;
  readonly voice: string;
  readonly durationMs: number;
  /** Hash of the source. */
  readonly sourceSha256: string;
}

/** Result with the suggested name of a copy. */
interface Result {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** Hash of the source. */
  readonly sourceSha256: string;
}

/** Converts recordings to another voice: one at a time, with the local service, whatever service is in use. */
export class Conversions {
  readonly calls: AreaHandlers<'conversions'>;
  readonly #options: ConversionsOptions;
  readonly #folder: ScratchFolder;
  #stopping = new AbortController();
  #names: readonly ConversionTarget[] = [];
  #result: Result | null = null;
  #convertedSha256 = '';

  constructor(options: ConversionsOptions) {
    this.#options = options;
    this.#folder = new ScratchFolder(options.folder);
    this.calls = {
      'conversions.targets': async () => {
        this.#names = await options.service.listTargets();
        return [...this.#names];
      },
      'conversions.convert': async (requested) => this.#convert(requested),
      'conversions.cancel': async () => {
        this.#stopping.abort();
        return null;
      },
      'conversions.save_as': async ({ id }) => ({ path: await this.#saveAs(id) }),
    };
  }

  /** Stops the conversion because the page is gone or reloads. */
  pageLeft(): void {
    this.#stopping.abort();
  }

  /** Ends a conversion of one of these recordings, and removes its result. */
  async dropPersons(sha256s: ReadonlySet<string>): Promise<void> {
    if (sha256s.has(this.#convertedSha256)) {
      this.#stopping.abort();
    }
    if (this.#result !== null && sha256s.has(this.#result.sourceSha256)) {
      await this.#forget();
    }
  }

  async #convert({
    fileId,
    ...choice
  }: ConversionChoice & { readonly fileId: string }): Promise<ConvertedRecordingFile> {
    const { service, chosen, grants } = this.#options;
    const { path, sha256 } = chosen.require(fileId);
    this.#convertedSha256 = sha256;
    this.#stopping.abort();
    const mine = new AbortController();
    this.#stopping = mine;
    await this.#forget();
    const id = randomUUID();
    await this.#folder.make();
    const outputPath = join(this.#folder.path, `${id}.wav`);
    const converted = await service.convertRecording(
      { choice, path, outputPath },
      { signal: mine.signal, onProgress: (fraction) => this.#progressed(mine, fraction) },
    );
    if (mine.signal.aborted) {
      await rm(outputPath, { force: true });
      throw new AppError('cancelled', 'The conversion was cancelled.');
    }
    const voice = this.#names.find(({ id: voiceId }) => voiceId === choice.voiceId)?.name;
    const name = nameCopy(path, voice ?? choice.voiceId);
    this.#result = { id, path: outputPath, name, sourceSha256: sha256 };
    await this.#options.onConverted({
      path: outputPath,
      name,
      voice: voice ?? choice.voiceId,
      durationMs: converted.durationMs,
      sourceSha256: sha256,
    });
    return { ...converted, id, url: grants.grant(outputPath) };
  }

  #progressed(mine: AbortController, fraction: number): void {
    if (this.#stopping === mine) {
      this.#options.emit('conversions.progressed', { fraction });
    }
  }

  async #saveAs(id: string): Promise<string | null> {
    if (this.#result?.id !== id) {
      throw new AppError('not_found', 'This recording has to be converted again.', {
        details: faultDetails('convert_again'),
      });
    }
    const { path, name } = this.#result;
    const target = await this.#options.chooseSavePath(name);
    if (target !== null) {
      const failure = `The recording could not be copied to ${target}.`;
      await exportFile(target, failure, (draft) => copyFile(path, draft));
    }
    return target;
  }

  async #forget(): Promise<void> {
    const path = this.#result?.path;
    this.#result = null;
    if (path !== undefined) {
      await rm(path, { force: true });
    }
  }
}

/** Name such as `talk, Clear host.wav`, without characters that file systems refuse. */
function nameCopy(path: string, voice: string): string {
  const words = voice.replaceAll(/[^\p{L}\p{M}\p{N} -]+/gu, ' ').trim();
  return `${basename(path, extname(path))}, ${words}.wav`;
}
