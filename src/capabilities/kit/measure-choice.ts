import '../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import {
  isMeasurable,
  type MeasuredPacks,
  type PackChoice,
  type PackSetup,
} from '../../contract/model-packs.ts';
import { createSessionPool, type SessionPool } from '../../engine/models/pool/session-pool.ts';
import { measurePacks } from '../../engine/packs/measure-packs.ts';
import { type OpenedPacks, openPacks } from '../../engine/packs/open-packs.ts';
import { createPackRegistry, type PackRegistry } from '../../engine/packs/pack-registry.ts';
import { selectPack } from '../../engine/packs/select-pack.ts';
import { openMatting } from '../../engine/packs/matting/open-matting.ts';
import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import { createI420Frame } from '../../engine/pixels/frame.ts';
import { openTalkPacks } from '../../engine/talk/neural/open-talk-packs.ts';
import { openBodyPacks } from '../../engine/body/neural/open-body-packs.ts';
import { openBuiltInFolder } from './models.ts';
import { providerNames } from './pack-engine.ts';
import { openImageGenerator } from './image-generator.ts';

/**
 * Measures the speed of a choice. Throws `invalid_input` when nothing in it can be measured on its own, and the errors
 * of {@link openPacks} and {@link openTalkPacks}.
 */
export async function measureChoice({ folder, choice }: PackSetup): Promise<MeasuredPacks> {
  const { swapper } = choice;
  if (!isMeasurable(choice)) {
    throw new AppError(
      'invalid_input',
      'Choose a model that swaps faces, makes them talk or sees bodies first.',
      {
        details: faultDetails('no_swapper'),
      },
    );
  }
  const pool = createSessionPool({ threads: 1 });
  try {
    const threads = availableParallelism();
    const registry = createPackRegistry(folder);
    const swap =
      swapper === null
        ? null
        : await openPacks(registry, pool, { ...choice, swapper }, { threads });
    // Talk packs are measured when they open: a frame takes one run of each.
    const talk = await openTalkPacks(registry, pool, choice, { threads });
    const body = await openBodyPacks(registry, pool, choice, { threads });
    const pictures = await measurePictures(registry, pool, choice);
    return {
      pictureMs: pictures.pictureMs,
      frameMs: swap === null ? null : await measureFrame(swap),
      packs: [...(swap?.facts ?? []), ...talk.facts, ...body.facts, ...pictures.facts].map(
        ({ label, provider, runMs, providerNote }) => ({
          label,
          provider: providerNames[provider],
          runMs,
          note: providerNote,
        }),
      ),
    };
  } finally {
    await pool.close();
  }
}

/** Measures image models: a whole image at the diffusion model's size, and a frame for the matting network. */
async function measurePictures(
  registry: PackRegistry,
  pool: SessionPool,
  { diffusion, matting }: PackChoice,
): Promise<{ readonly pictureMs: number | null; readonly facts: readonly PackFacts[] }> {
  const facts: PackFacts[] = [];
  let pictureMs: number | null = null;
  const model = await selectPack(registry, await registry.listDiffusionPacks(), {
    id: diffusion,
    kind: 'diffusion',
  });
  if (model !== null) {
    const generator = await openImageGenerator(model, new AbortController().signal);
    try {
      const { fixedSize, longestSide: side } = generator;
      const { width, height } = fixedSize ?? { width: side, height: side };
      pictureMs = await generator.measure(width, height);
      facts.push(...generator.facts());
    } finally {
      await generator.close();
    }
  }
  const network = await selectPack(registry, await registry.listMattingPacks(), {
    id: matting,
    kind: 'matting',
  });
  if (network !== null) {
    const opened = await openMatting(pool, network, { threads: availableParallelism() });
    const frame = createI420Frame(1280, 720);
    frame.y.fill(120);
    await opened.matte(frame);
    facts.push(opened.facts());
  }
  return { pictureMs, facts };
}

async function measureFrame(packs: OpenedPacks): Promise<number> {
  const canonicalFace = await (await openBuiltInFolder()).readCanonicalFace();
  return (await measurePacks(packs, canonicalFace)).frameMs;
}
