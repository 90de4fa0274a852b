import { AppError } from '../../../base/errors.ts';
import { jobFeatureNames } from '../../../contract/api/features.ts';
import { listPacks } from '../../../engine/packs/pack-registry.ts';
import { readInstalledFeatures } from '../../jobs/worker-pool.ts';
import { findRunning } from '../../start/open-owner.ts';
import { acquireOwnerLock } from '../../store/sqlite/owner-lock.ts';
import { checkBucket } from '../bucket-check.ts';
import { dataOptions, readLocation, storageOptions } from '../data-folder.ts';
import { type CheckFinding, printFindings } from '../findings.ts';
import { checkMachine } from '../machine-checks.ts';
import { modelFolderOption, readModelFolder } from '../model-options.ts';
import { toRegistry } from '../registry.ts';
import type { Arguments, ConsoleCommand } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

/** Checks whether the service can work on this machine. */
export const doctor: ConsoleCommand = {
  usage: {
    line: '[OPTIONS]',
    description: 'Checks this machine and the data folder. Exits with code 1 when a check fails.',
    options: {
      port: { value: 'N', description: 'Also checks whether this port is free.' },
      processors: { value: 'MODULE', description: 'Address of another list of processors.' },
      ...modelFolderOption,
      ...dataOptions,
      ...storageOptions,
      ...jsonOption,
    },
    maxArguments: 0,
  },

  async run(args) {
    const { folder } = readLocation(args);
    const port = args.whole('port', { min: 0, max: 65_535 }) ?? 0;
    return printFindings(args, [
      ...(await checkMachine({ folder, port })),
      await checkOwner(folder),
      await checkProcessors(args),
      await checkModels(args),
      ...(await checkBucket(args)),
    ]);
  },
};

async function checkOwner(folder: string): Promise<CheckFinding> {
  const what = 'owner';
  try {
    acquireOwnerLock(folder).release();
    return { what, state: 'ok', text: 'no service runs on the folder' };
  } catch (error) {
    if (!(error instanceof AppError)) {
      return { what, state: 'bad', text: 'the lock of the folder cannot be taken' };
    }
    const running = await findRunning(folder);
    if (running === null) {
      return { what, state: 'bad', text: `${error.message} It does not answer.` };
    }
    const { base_url } = await running.call('readStatus');
    return { what, state: 'ok', text: `a service runs at ${base_url}` };
  }
}

async function checkProcessors(args: Arguments): Promise<CheckFinding> {
  const registry = toRegistry(args.text('processors'));
  const installed = await readInstalledFeatures(
    registry ?? new URL('../../../capabilities/registry.ts', import.meta.url).href,
  );
  const missing = jobFeatureNames.filter((feature) => !installed.has(feature));
  return missing.length === 0
    ? { what: 'processors', state: 'ok', text: `all ${installed.size} capabilities` }
    : {
        what: 'processors',
        state: 'note',
        text: `${installed.size} installed; these answer capability_unavailable: ${missing.join(', ')}`,
      };
}

/** Models that are used by themselves; the others help them. */
const mainKinds: ReadonlySet<string> = new Set([
  'swapper',
  'speaker',
  'voice',
  'sound_to_mouth',
  'mouth_painter',
  'portrait_animator',
  'pose_estimator',
  'human_parser',
  'diffusion',
  'matting',
]);

async function checkModels(args: Arguments): Promise<CheckFinding> {
  const what = 'models';
  const { folder, exists, packs } = await listPacks(readModelFolder(args));
  const mains = packs.filter(({ kind }) => kind !== null && mainKinds.has(kind));
  const usable = packs.filter(({ isUsable }) => isUsable);
  if (!exists || packs.length === 0) {
    return { what, state: 'ok', text: `none in ${folder}; the built-in engine is used` };
  }
  const refused = mains.find(({ isUsable }) => !isUsable);
  const text = `${usable.length} of ${packs.length} in ${folder} can be used`;
  return refused === undefined
    ? { what, state: 'ok', text }
    : { what, state: 'note', text: `${text}; ${refused.label}: ${refused.note ?? ''}` };
}
