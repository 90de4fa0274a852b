/**
 * Networks as ONNX Runtime arranges them for this processor, kept in `GUISE_ARRANGED_MODELS`, else beside the folder of
 * models: arranging the face mesh takes 0.3 s of a processor, reading it arranged 0.03 s. The folder is filled by whoever
 * opens a network first; where it cannot be written, networks are arranged every time. Everything in it may be deleted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ModelEntry } from './manifest.ts';

/** A network that is arranged, or the place where it is to be kept. */
export interface TunedModel {
  /** Null when it is not there yet, or damaged. */
  readonly bytes: Uint8Array | null;
  /** Where ONNX Runtime may write it; null where nothing can be kept. */
  readonly draftPath: string | null;
  /** Keeps what was written there. */
  store(): Promise<void>;
}

/** A checksum finds damage ten times as fast as a digest, which every thread of a live swap would wait for. */
const CHECK_BYTES = 4;

/** Looks for the arranged form of a network of the folder `models`. */
export async function findTunedModel(models: string, entry: ModelEntry): Promise<TunedModel> {
  const folder = process.env['GUISE_ARRANGED_MODELS'] ?? `${models}-tuned`;
  const name = `${entry.name}-${keyOf(entry)}.onnx`;
  const path = join(folder, name);
  const bytes = await readWhole(path);
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
        // The checksum behind the network tells a whole file from one that was cut off or damaged.
        await writeFile(draftPath, Buffer.concat([written, checkOf(written)]));
        await rename(draftPath, path);
        await removeOthers(folder, entry.name, name);
      } catch {
        // The disk may be full, or somebody else tidies up: the next one who opens it tries again.
        await rm(draftPath, { force: true });
      }
    },
  };
}

async function readWhole(path: string): Promise<Uint8Array | null> {
  const file = await readFile(path).catch(() => null);
  if (file === null || file.length <= CHECK_BYTES) {
    return null;
  }
  const bytes = file.subarray(0, -CHECK_BYTES);
  return checkOf(bytes).equals(file.subarray(-CHECK_BYTES)) ? bytes : null;
}

async function canStoreIn(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false; // Installed where users may not write.
  }
}

/** Forms of a network that was converted anew since, or for another processor. */
async function removeOthers(folder: string, model: string, name: string): Promise<void> {
  for (const other of await readdir(folder)) {
    const isOfModel = other.startsWith(`${model}-`) && other.length === name.length;
    if (isOfModel && other !== name) {
      await rm(join(folder, other), { force: true });
    }
  }
}

function checkOf(bytes: Uint8Array): Buffer {
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(bytes));
  return check;
}

let machine: string | null = null;

/** Key of what the arrangement follows from: the network, ONNX Runtime and what the processor can do. */
function keyOf({ sha256 }: ModelEntry): string {
  machine ??= describeMachine();
  return createHash('sha256').update(`${sha256} ${machine}`).digest('hex').slice(0, 32);
}

function describeMachine(): string {
  const runtime: unknown = createRequire(import.meta.url)('onnxruntime-node/package.json');
  return JSON.stringify([runtime, process.platform, process.arch, cpus()[0]?.model, readFlags()]);
}

/** Virtual machines hide parts of a processor from its name, not from its flags. */
function readFlags(): string {
  try {
    return /^(?:flags|Features)\s*:.*$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[0] ?? '';
  } catch {
    return ''; // Only Linux has it; elsewhere the model of the processor says enough.
  }
}
