import { capabilities } from '../../capabilities/definitions.ts';
import { isFileField } from '../../capabilities/form/form-values.ts';
import { toForm } from '../../capabilities/form/form.ts';
import { AppError } from '../../base/errors.ts';
import type { InspectionAim } from '../../contract/inspection.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { findPersonPart } from '../../contract/persons.ts';
import { requireUsable, isInconclusive } from '../../contract/usable-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import { checkJob } from '../jobs/submits.ts';
import type { WatchedJob } from './watch.ts';
import type { WatchSetup } from './watch-file.ts';

/** Dependencies of creating jobs from watched files. */
export interface BeginWatchedDependencies {
  /** The calls that the page makes for a drop and its button: the checks are the same. */
  readonly calls: Pick<
    AreaHandlers<'files' | 'jobs'>,
    'files.check' | 'files.inspect' | 'jobs.offer' | 'jobs.submit'
  >;
  readonly chosen: Pick<ChosenFiles, 'add' | 'require' | 'hasConsent'>;
  readonly activeProfileId: () => string;
}

interface JobInput {
  readonly field: string;
  readonly fileId: string;
}

/**
 * Creates a job from a file with the setup. Returns a question for the user when it would cost money, or when
 * something other than the file prevents it. `admit` is called directly before the job is added to the list,
 * and returns whether it is still wanted.
 */
export async function beginWatched(
  path: string,
  setup: WatchSetup,
  admit: () => boolean,
  { calls, chosen, activeProfileId }: BeginWatchedDependencies,
): Promise<WatchedJob> {
  if (setup.profileId !== activeProfileId()) {
    return 'service';
  }
  const obstacle = await findObstacle(setup, calls);
  if (obstacle !== null) {
    return obstacle;
  }
  const rest = await prepareRest(setup, chosen);
  if (rest === null) {
    return 'setup';
  }
  const file = await chosen.add(path);
  if (file.kind !== rest.kind) {
    const details = { is: file.kind, wanted: rest.kind };
    throw new AppError('unsupported_format', `${file.name} is of another kind.`, { details });
  }
  await check(file, rest.aim, calls);
  const { feature, field, options } = setup;
  // The user may have changed anything during the inspection of the file.
  if (setup.profileId !== activeProfileId()) {
    return 'service';
  }
  if (!areAgreed(feature, rest.inputs, chosen)) {
    return 'setup';
  }
  if (!admit()) {
    return 'unwanted';
  }
  const inputs = [{ field, fileId: file.id }, ...rest.inputs];
  await calls['jobs.submit']({ feature, options, inputs, holdUsd: 0, expectedMs: null });
  return 'begun';
}

/**
 * Returns the field of a setup that takes new files. Throws `invalid_input` when it is invalid, or needs
 * somebody's consent.
 */
export function requireField({ feature, field }: Pick<WatchSetup, 'feature' | 'field'>): {
  readonly kind: ChosenFile['kind'];
  readonly aim: InspectionAim | null;
} {
  const definition = capabilities.find((known) => known.feature === feature);
  const form = definition === undefined ? null : toForm(definition);
  const found = form?.fields.filter(isFileField).find((known) => known.field === field);
  if (found === undefined || findPersonPart(feature, field) !== null) {
    throw new AppError(
      'invalid_input',
      'Only a field for files that needs the consent of nobody can take new files by itself.',
    );
  }
  const kinds = { images: 'image', audio: 'audio', videos: 'video' } as const;
  return { kind: kinds[found.kind], aim: found.aim };
}

/** Returns why the service in use cannot create this job automatically. Throws transient failures. */
async function findObstacle(
  { feature }: WatchSetup,
  calls: Pick<AreaHandlers<'jobs'>, 'jobs.offer'>,
): Promise<'costs' | 'unavailable' | null> {
  const offer = await runOrNull(() => calls['jobs.offer']({}));
  const found = offer?.capabilities.find((entry) => entry.feature === feature);
  if (found === undefined) {
    return 'unavailable';
  }
  return found.priceUsd === 0 && found.minimumUsd === 0 ? null : 'costs';
}

/** Prepares the inputs that all jobs share; null when the setup is no longer valid. */
async function prepareRest(
  setup: WatchSetup,
  chosen: BeginWatchedDependencies['chosen'],
): Promise<(ReturnType<typeof requireField> & { readonly inputs: readonly JobInput[] }) | null> {
  return runOrNull(async () => {
    const { feature, field, options } = setup;
    const wanted = requireField(setup);
    const inputs: JobInput[] = [];
    for (const input of setup.inputs) {
      const { id } = await chosen.add(input.path);
      if (chosen.require(id).sha256 !== input.sha256) {
        return null;
      }
      inputs.push({ field: input.field, fileId: id });
    }
    checkJob({
      feature,
      options,
      inputs: [{ field }, ...inputs].map((input) => ({ field: input.field, fileKey: null })),
    });
    return areAgreed(feature, inputs, chosen) ? { ...wanted, inputs } : null;
  });
}

function areAgreed(
  feature: WatchSetup['feature'],
  inputs: readonly JobInput[],
  chosen: Pick<ChosenFiles, 'hasConsent'>,
): boolean {
  return inputs.every(
    ({ field, fileId }) => findPersonPart(feature, field) === null || chosen.hasConsent(fileId),
  );
}

/** Returns null for a permanent failure of the set-up, which is not a fault of the new file. */
async function runOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && !error.isRetryable) {
      return null;
    }
    throw error;
  }
}

async function check(
  { id, kind, name }: ChosenFile,
  aim: InspectionAim | null,
  calls: Pick<AreaHandlers<'files'>, 'files.check' | 'files.inspect'>,
): Promise<void> {
  await calls['files.check']({ id });
  if (aim === null) {
    return;
  }
  try {
    requireUsable({ kind, name }, await calls['files.inspect']({ id, aim }));
  } catch (error) {
    if (!(error instanceof AppError) || !isInconclusive(error)) {
      throw error;
    }
  }
}
