/** Opens the packs that a user chose for bodies. */
import type { SessionPool } from '../../models/pool/session-pool.ts';
import type { OpenPacksOptions } from '../../packs/open-packs.ts';
import { createPackRegistry, type PackRegistry } from '../../packs/pack-registry.ts';
import type { BodySignature } from '../../packs/recognise/body-families.ts';
import type { RecognisedBodyPack } from '../../packs/recognised-pack.ts';
import { selectPack } from '../../packs/select-pack.ts';
import { openPackFile, type PackFacts, type PackSession } from '../../packs/run/pack-session.ts';
import type { ParsePerson } from '../character/part-labels.ts';
import type { RefinePose } from '../refine-pose.ts';
import { createPackParser, feedParser } from './pack-parser.ts';
import { createPackPose, feedPose } from './pack-pose.ts';

/** Ids of the user's models for bodies; null for the models that come with Guise. */
export interface BodyChoice {
  readonly poseEstimator: string | null;
  readonly humanParser: string | null;
}

/** The packs of a choice, loaded. */
export interface BodyPacks {
  readonly refinePose: RefinePose | null;
  readonly parse: ParsePerson | null;
  /** Which model runs on which device, and why; for the report of a job and the interface. */
  readonly facts: readonly PackFacts[];
  /** Frees the models. The pool stays open. */
  close(): void;
}

/**
 * Loads a choice into a pool. Throws `not_found` or `unsupported_format` if a pack is missing, unusable or of another
 * kind, and `processing_failed` if it cannot be loaded.
 */
export async function openBodyPacks(
  registry: PackRegistry,
  pool: SessionPool,
  choice: BodyChoice,
  { threads = 1, ...options }: OpenPacksOptions = {},
): Promise<BodyPacks> {
  const { pose, parser } = await selectBodyPacks(registry, choice);
  const opened: Omit<PackSession, 'pack'>[] = [];
  const open = async (pack: RecognisedBodyPack): Promise<Omit<PackSession, 'pack'>> => {
    const session = await openPackFile(pool, pack, {
      threads,
      ...options,
      ...createMeasuring(pack.found.signature),
    });
    opened.push(session);
    return session;
  };
  const close = (): void => opened.forEach((session) => session.close());
  try {
    return {
      refinePose:
        pose?.found.signature.kind === 'pose'
          ? createPackPose(await open(pose), pose.found.signature)
          : null,
      parse:
        parser?.found.signature.kind === 'human_parser'
          ? createPackParser(await open(parser), parser.found.signature)
          : null,
      facts: opened.map(({ facts }) => facts),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Checks whether the packs of a choice can be used, without loading them. Throws `not_found` and `unsupported_format`.
 */
export async function checkBodyChoice(folder: string, choice: BodyChoice): Promise<void> {
  await selectBodyPacks(createPackRegistry(folder), choice);
}

async function selectBodyPacks(
  registry: PackRegistry,
  { poseEstimator, humanParser }: BodyChoice,
): Promise<{
  readonly pose: RecognisedBodyPack | null;
  readonly parser: RecognisedBodyPack | null;
}> {
  const packs = await registry.listBodyPacks();
  return {
    pose: await selectPack(registry, packs, { id: poseEstimator, kind: 'pose_estimator' }),
    parser: await selectPack(registry, packs, { id: humanParser, kind: 'human_parser' }),
  };
}

/** Returns the grey input with which a pack's running time is measured. */
function createMeasuring(signature: BodySignature) {
  if (signature.kind === 'pose') {
    const { width, height, x, y } = signature;
    return {
      outputs: [x, y],
      createFeeds: () => feedPose(signature, new Float32Array(width * height * 3).fill(128)),
    };
  }
  const side = 64;
  const view = { width: side, height: side, colours: new Float32Array(side * side * 3).fill(128) };
  return { outputs: [signature.output], createFeeds: () => feedParser(signature, view) };
}
