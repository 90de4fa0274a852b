import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import { MANIFEST_FILE, manifestSchema, type ModelEntry, type ModelManifest } from './manifest.ts';
import type { ModelName } from './manifest.ts';

/** A folder that the build step filled. */
export interface ModelFolder {
  /** Where it is, for threads that open it themselves. */
  readonly path: string;
  readonly manifest: ModelManifest;
  /** The bytes of a model and what is known of it. Throws `processing_failed` when it is missing or damaged. */
  readModel(name: ModelName): Promise<{ readonly entry: ModelEntry; readonly bytes: Uint8Array }>;
  readCanonicalFace(): Promise<CanonicalFace>;
}

/** Opens a folder of models. Throws `processing_failed` when there is none. */
export async function openModelFolder(folder: string): Promise<ModelFolder> {
  const manifest = await readManifest(folder);
  return {
    // Without a slash at its end: what is kept beside the folder is named after it.
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

/** Compares every file of a folder with its checksum; returns how many there are. Throws `processing_failed`. */
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

/** Damage is found here and not by a network that sees nothing: reading costs 20 ms for all models. */
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
