/**
 * Cache of networks that ONNX Runtime has optimised for this processor, in the folder `GUISE_ARRANGED_MODELS`, else in
 * `MODELS-tuned`. Optimising the face mesh takes 0.3 s of processor time, reading the result 0.03 s. The first process
 * that opens a network stores it; where the folder is read-only, networks are optimised every time. Files may be
 * deleted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ModelEntry } from './manifest.ts';

/** Cached network, or the path to store it at. */
export interface TunedModel {
  /** Optimised network; null when it is not cached yet, or damaged. */
  readonly bytes: Uint8Array | null;
  /** Path that ONNX Runtime writes it to; null when it is cached already or the folder cannot be created. */
  readonly draftPath: string | null;
  /** Moves the written file into the cache. */
  store(): Promise<void>;
}

/**
 * Bytes of the CRC-32 at the end of a file: ten times as fast as SHA-256, for which each thread of a live swap would
 * wait.
 */
const CHECK_BYTES = 4;

/** Finds the cached form of a network of the folder `models`. */
export async function findTunedModel(models: string, entry: ModelEntry): Promise<TunedModel> {
  const folder = process.env['GUISE_ARRANGED_MODELS'] ?? `${models}-tuned`;
  const name = `${entry.name}-${toKey(entry)}.onnx`;
  const path = join(folder, name);
  const bytes = await findBytes(path);
  if (bytes !== null || !(await canStoreIn(folder))) {
    return { bytes, draftPath: null, store: () => Promise.resolve() };
  }
  const draftPath = join(folder, `${name}.${randomUUID()}.part`);
  return {
    bytes: null,
    draftPath,
    async store() {
      try {
        const written = await readFile(draftPath);
        // The checksum at the end detects truncated and damaged files.
        await writeFile(draftPath, Buffer.concat([written, createCheck(written)]));
        await rename(draftPath, path);
        await removeOthers(folder, entry.name, name);
      } catch {
        // The disk may be full, or another process removes the draft; the next opening tries again.
        await rm(draftPath, { force: true });
      }
    },
  };
}

async function findBytes(path: string): Promise<Uint8Array | null> {
  const file = await readFile(path).catch(() => null);
  if (file === null || file.length <= CHECK_BYTES) {
    return null;
  }
  const bytes = file.subarray(0, -CHECK_BYTES);
  return createCheck(bytes).equals(file.subarray(-CHECK_BYTES)) ? bytes : null;
}

async function canStoreIn(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false; // Installed where users may not write.
  }
}

/** Removes cached forms of earlier conversions of a network, and for other processors. */
async function removeOthers(folder: string, model: string, name: string): Promise<void> {
  for (const other of await readdir(folder)) {
    const isOfModel = other.startsWith(`${model}-`) && other.length === name.length;
    if (isOfModel && other !== name) {
      await rm(join(folder, other), { force: true });
    }
  }
}

function createCheck(bytes: Uint8Array): Buffer {
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(bytes));
  return check;
}

let machine: string | null = null;

/** Returns a key of everything that determines the optimised form: network, ONNX Runtime and processor features. */
function toKey({ sha256 }: ModelEntry): string {
  machine ??= describeMachine();
  return createHash('sha256').update(`${sha256} ${machine}`).digest('hex').slice(0, 32);
}

function describeMachine(): string {
  const runtime: unknown = createRequire(import.meta.url)('onnxruntime-node/package.json');
  return JSON.stringify([runtime, process.platform, process.arch, cpus()[0]?.model, readFlags()]);
}

/** Reads the processor's feature flags: in virtual machines, features may be missing that its name implies. */
function readFlags(): string {
  try {
    return /^(?:flags|Features)\s*:.*$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[0] ?? '';
  } catch {
    return ''; // Only Linux has the file; elsewhere the processor's name suffices.
  }
}
