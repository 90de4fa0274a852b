import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Samples that were listened to, for as long as the app runs. */
export class SampleFolder {
  readonly #folder: string;
  readonly #emptied: Promise<void>;
  readonly #paths = new Map<string, string>();

  /** Empties the folder: an earlier run may have been cut off. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#emptied = this.remove();
    this.#emptied.catch(() => undefined); // Said by whoever needs it.
  }

  /** Where the sample of a key lies, which is fetched when it is not there yet. */
  async store(
    key: string,
    fetch: () => Promise<{ readonly bytes: Uint8Array; readonly contentType: string }>,
  ): Promise<string> {
    const known = this.#paths.get(key);
    if (known !== undefined) {
      return known;
    }
    const { bytes, contentType } = await fetch();
    await this.#emptied;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${this.#paths.size + 1}.${toEnding(contentType)}`);
    await writeFile(path, bytes);
    this.#paths.set(key, path);
    return path;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function toEnding(contentType: string): string {
  if (contentType.includes('mpeg')) {
    return 'mp3';
  }
  return contentType.includes('ogg') ? 'ogg' : 'wav';
}
