/** Opens the diffusion model of a run and closes it afterwards: it is too large to stay in memory between jobs. */
import '../../engine/models/no-telemetry.ts';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import { createSessionPool } from '../../engine/models/pool/session-pool.ts';
import { rejectOnAbort } from '../../engine/io/reject-on-abort.ts';
import type { DiffusionSet } from '../../engine/packs/diffusion-files/diffusion-set.ts';
import {
  type OpenedDiffusion,
  openDiffusion,
} from '../../engine/packs/diffusion/open-diffusion.ts';
import type { RecognisedDiffusionPack } from '../../engine/packs/recognised-pack.ts';
import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import { readMemoryLimit } from './memory-limit.ts';

/** Diffusion model of a run. */
interface RunGenerator extends Omit<OpenedDiffusion, 'facts' | 'close'> {
  /** Longest side of the images that it was trained on. */
  readonly longestSide: number;
  facts(): readonly PackFacts[];
  close(): Promise<void>;
}

/** Longest sides at which models give good images. */
const LONGEST_SIDE = { small: 768, large: 1024 } as const;
/** Memory beyond the model's files: activations of the networks, and image reading and writing. */
const WORKING_BYTES = 1_500_000_000;

/** Opens a model. Throws `processing_failed` when it cannot be loaded or is too large, and the reason of `signal`. */
export async function openImageGenerator(
  pack: RecognisedDiffusionPack,
  signal: AbortSignal,
): Promise<RunGenerator> {
  await refuseTooLarge(pack);
  const pool = createSessionPool({ threads: 1 });
  try {
    const opened = await rejectOnAbort(
      openDiffusion(pool, pack, { threads: availableParallelism() }),
      signal,
    );
    const isLarge = pack.set.unet.ports.large !== null;
    return {
      ...opened,
      longestSide: LONGEST_SIDE[isLarge ? 'large' : 'small'],
      close: () => pool.close(),
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Refuses a model that exceeds the memory limit, which would kill the process during its work. */
async function refuseTooLarge({ entry, set }: RecognisedDiffusionPack): Promise<void> {
  const sizes = await Promise.all(listPaths(set).map(async (path) => (await stat(path)).size));
  const files = sizes.reduce((sum, size) => sum + size, 0);
  const [needed, limit] = [Math.max(files, entry.sizeBytes) + WORKING_BYTES, readMemoryLimit()];
  if (needed > limit) {
    throw new AppError(
      'processing_failed',
      `${entry.label} needs about ${toGigabytes(needed)} GB of memory; ${toGigabytes(limit)} GB may be used here. A smaller export of it (int8 or fp16) may fit.`,
    );
  }
}

function listPaths({ unet, textEncoders, vaeEncoder, vaeDecoder }: DiffusionSet): string[] {
  return [unet, ...textEncoders, vaeEncoder, vaeDecoder].map(({ path }) => path);
}

function toGigabytes(bytes: number): string {
  return (bytes / 1_000_000_000).toFixed(1);
}
