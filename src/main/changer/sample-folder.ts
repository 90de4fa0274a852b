import { join } from 'node:path';
import { replacePrivateFile } from '../../client/private-files.ts';
import { ScratchFolder } from '../files/scratch-folder.ts';

/** Samples that were listened to, for as long as the app runs. */
export class SampleFolder {
  readonly #folder: ScratchFolder;
  readonly #paths = new Map<string, string>();

  /** Empties the folder: an earlier run may have crashed. */
  constructor(folder: string) {
    this.#folder = new ScratchFolder(folder);
  }

  /** Path of the sample of a key, which is downloaded when missing. */
  async store(
    key: string,
    fetch: () => Promise<{ readonly bytes: Uint8Array; readonly contentType: string }>,
  ): Promise<string> {
    const known = this.#paths.get(key);
    if (known !== undefined) {
      return known;
    }
    const { bytes, contentType } = await fetch();
    await this.#folder.make();
    const path = join(this.#folder.path, `${this.#paths.size + 1}.${toEnding(contentType)}`);
    await replacePrivateFile(path, bytes);
    this.#paths.set(key, path);
    return path;
  }

  async remove(): Promise<void> {
    await this.#folder.empty();
  }
}

function toEnding(contentType: string): string {
  if (contentType.includes('mpeg')) {
    return 'mp3';
  }
  return contentType.includes('ogg') ? 'ogg' : 'wav';
}
