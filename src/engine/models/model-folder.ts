import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import { MANIFEST_FILE, manifestSchema, type ModelEntry, type ModelManifest } from './manifest.ts';
import type { ModelName } from './manifest.ts';

/** Folder of built-in models, written by `tools/models`. */
export interface ModelFolder {
  /** Absolute path, from which other threads open the folder themselves. */
  readonly path: string;
  readonly manifest: ModelManifest;
  /** Reads the file of a model with its entry. Throws `processing_failed` when it is missing or damaged. */
  readModel(name: ModelName): Promise<{ readonly entry: ModelEntry; readonly bytes: Uint8Array }>;
  readCanonicalFace(): Promise<CanonicalFace>;
}

/** Opens a folder of models. Throws `processing_failed` when its manifest is missing or invalid. */
export async function openModelFolder(folder: string): Promise<ModelFolder> {
  const manifest = await readManifest(folder);
  return {
    // `resolve` removes a trailing slash: the folder of tuned models is named `PATH-tuned`.
    path: resolve(folder),
    manifest,
    async readModel(name) {
      const entry = manifest.models.find((model) => model.name === name);
      if (entry === undefined) {
        throw new AppError('processing_failed', `The folder of models does not list ${name}.`);
      }
      return { entry, bytes: await readChecked(join(folder, entry.file), entry) };
    },
    async readCanonicalFace() {
      const { canonicalFace } = manifest;
      const bytes = await readChecked(join(folder, canonicalFace.file), canonicalFace);
      return toCanonicalFace(new TextDecoder().decode(bytes));
    },
  };
}

/** Verifies the checksums of all files of a folder; returns their number. Throws `processing_failed`. */
export async function checkModelFolder({ path, manifest }: ModelFolder): Promise<number> {
  const files = [...manifest.models, manifest.canonicalFace];
  for (const entry of files) {
    await readChecked(join(path, entry.file), entry);
  }
  return files.length;
}

async function readManifest(folder: string): Promise<ModelManifest> {
  const path = join(folder, MANIFEST_FILE);
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new AppError(
      'processing_failed',
      'The models of Guise are missing or damaged; build them again.',
      { cause },
    );
  }
}

/**
 * Reads a file and verifies its checksum, so that damage does not make a network fail silently; 20 ms for all models.
 */
async function readChecked(
  path: string,
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new AppError('processing_failed', `The model file ${file} is missing.`, { cause });
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new AppError('processing_failed', `The model file ${file} is damaged.`);
  }
  return bytes;
}

const canonicalFaceSchema = z.object({
  positions: z.array(z.number()).length(468 * 3),
  texture: z.array(z.number()).length(468 * 2),
  triangles: z.array(z.number().int().min(0).max(467)),
  poseBasis: z.object({ points: z.array(z.number().int()), weights: z.array(z.number()) }),
});

function toCanonicalFace(text: string): CanonicalFace {
  const { positions, texture, triangles, poseBasis } = canonicalFaceSchema.parse(JSON.parse(text));
  return {
    positions: Float32Array.from(positions),
    texture: Float32Array.from(texture),
    triangles: Uint16Array.from(triangles),
    poseBasis: {
      points: Uint16Array.from(poseBasis.points),
      weights: Float32Array.from(poseBasis.weights),
    },
  };
}
