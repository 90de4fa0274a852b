import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../chromium/find.ts';
import { makeOwnFolder } from '../own-folder.mjs';
import { type ProgramResult, runProgram, runProgramNow } from '../programs.ts';

/** Storage of a key: the desktop's keyring, or a file that only the user can read. */
export type KeyStorage = 'keyring' | 'file';

const keyBytes = 32;
/** Timeout of the keyring, which asks the user for a password when it is locked. */
const keyringTimeoutMs = 5_000;

/** The keys of safeStorage for one app. */
export class SecretKeys {
  readonly #folder: () => string;
  readonly #appName: () => string;
  #keyring: Buffer | null | undefined;
  #file: Buffer | null = null;

  constructor(options: { readonly folder: () => string; readonly appName: () => string }) {
    this.#folder = options.folder;
    this.#appName = options.appName;
  }

  /** Storage for new secrets: the keyring when it works, else the file. */
  storage(): KeyStorage {
    return this.#findKeyring() === null ? 'file' : 'keyring';
  }

  /** The key of a place; the file's is made at first use. Throws when the keyring has none. */
  read(storage: KeyStorage): Buffer {
    if (storage === 'file') {
      this.#file ??= readOrCreateFile(this.#folder());
      return this.#file;
    }
    const key = this.#findKeyring();
    if (key === null) {
      throw new Error(
        'This was protected by the keyring of the desktop, which cannot be reached now or is locked.',
      );
    }
    return key;
  }

  /** Asks the keyring without holding up the app; asked once per run, since it may show a prompt. */
  async prepare(): Promise<void> {
    const tool = findTool();
    if (this.#keyring !== undefined || tool === null) {
      return;
    }
    const steps = listKeyringSteps(this.#appName());
    let step = steps.next();
    while (step.done !== true) {
      const { args, input } = step.value;
      step = steps.next(await runProgram(tool, args, { input, timeoutMs: keyringTimeoutMs }));
    }
    this.#keyring = step.value;
  }

  #findKeyring(): Buffer | null {
    if (this.#keyring !== undefined) {
      return this.#keyring;
    }
    const tool = findTool();
    if (tool === null) {
      return null;
    }
    const steps = listKeyringSteps(this.#appName());
    let step = steps.next();
    while (step.done !== true) {
      const { args, input } = step.value;
      step = steps.next(runProgramNow(tool, args, { input, timeoutMs: keyringTimeoutMs }));
    }
    this.#keyring = step.value;
    return this.#keyring;
  }
}

/**
 * Steps of using the keyring, as a generator so that they serve both the synchronous and the asynchronous call:
 * look up the key; if there is none, store a new one and read it back, because only a key that is really stored
 * may protect anything.
 */
function* listKeyringSteps(
  appName: string,
): Generator<
  { readonly args: readonly string[]; readonly input: string },
  Buffer | null,
  ProgramResult
> {
  const attributes = ['application', appName, 'purpose', 'safe-storage'];
  const query = { args: ['lookup', ...attributes], input: '' };
  const found = yield query;
  const known = toKey(found);
  // Ended by the time limit: the keyring is locked and asks somebody who does not answer.
  if (known !== null || found.code === null) {
    return known;
  }
  const stored = yield {
    args: ['store', `--label=${appName} safe storage`, ...attributes],
    input: randomBytes(keyBytes).toString('base64'),
  };
  return stored.code === 0 ? toKey(yield query) : null;
}

function toKey({ code, output }: ProgramResult): Buffer | null {
  const key = Buffer.from(output.trim(), 'base64');
  return code === 0 && key.length === keyBytes ? key : null;
}

function findTool(): string | null {
  const folder = process.env['XDG_RUNTIME_DIR'];
  const hasBus =
    process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined ||
    (folder !== undefined &&
      statSync(join(folder, 'bus'), { throwIfNoEntry: false })?.isSocket() === true);
  return hasBus ? findProgram('secret-tool') : null;
}

function readOrCreateFile(folder: string): Buffer {
  const file = join(folder, 'safe-storage.key');
  makeOwnFolder(folder);
  try {
    const handle = openSync(file, 'wx', 0o600);
    try {
      writeSync(handle, randomBytes(keyBytes));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error;
    }
  }
  const key = readFileSync(file);
  if (key.length !== keyBytes) {
    throw new Error(`${file} does not hold a key of ${keyBytes} bytes.`);
  }
  return key;
}
