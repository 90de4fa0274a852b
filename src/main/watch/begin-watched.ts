import { capabilities } from '../../capabilities/definitions.ts';
import { isFileField } from '../../capabilities/form/form-values.ts';
import { toForm } from '../../capabilities/form/form.ts';
import { AppError } from '../../base/errors.ts';
import type { InspectionAim } from '../../contract/inspection.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { personOf } from '../../contract/persons.ts';
import { requireUsable, saysNothing } from '../../contract/usable-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import type { WatchedJob } from './watch.ts';
import type { WatchSetup } from './watch-file.ts';

/** What jobs of watched files are made with. */
export interface BeginParts {
  /** The calls that the page makes for a drop and its button: the checks are the same. */
  readonly calls: Pick<
    AreaHandlers<'files' | 'jobs'>,
    'files.check' | 'files.inspect' | 'jobs.offer' | 'jobs.submit'
  >;
  readonly chosen: Pick<ChosenFiles, 'add' | 'require'>;
  readonly activeProfileId: () => string;
}

/** Makes a job of a file with what was set up. Asks instead where it would cost, or another service is in use. */
export async function beginWatched(
  path: string,
  setup: WatchSetup,
  onAdmitted: () => void,
  { calls, chosen, activeProfileId }: BeginParts,
): Promise<WatchedJob> {
  if (setup.profileId !== activeProfileId()) {
    return 'service';
  }
  if (!(await isFree(setup, calls))) {
    return 'costs';
  }
  const file = await chosen.add(path);
  const field = requireField(setup);
  if (file.kind !== field.kind) {
    const details = { is: file.kind, wanted: field.kind };
    throw new AppError('unsupported_format', `${file.name} is of another kind.`, { details });
  }
  await check(file, field.aim, calls);
  const inputs = [{ field: setup.field, fileId: file.id }];
  for (const input of setup.inputs) {
    const other = await chosen.add(input.path);
    if (chosen.require(other.id).sha256 !== input.sha256) {
      throw new AppError('invalid_input', `${other.name} is not what it was when it was chosen.`);
    }
    inputs.push({ field: input.field, fileId: other.id });
  }
  onAdmitted();
  const { feature, options } = setup;
  await calls['jobs.submit']({ feature, options, inputs, holdUsd: 0, expectedMs: null });
  return 'begun';
}

/** The field of a setup that takes new files. Throws `invalid_input` for one that is none, or that needs somebody's consent. */
export function requireField({ feature, field }: Pick<WatchSetup, 'feature' | 'field'>): {
  readonly kind: ChosenFile['kind'];
  readonly aim: InspectionAim | null;
} {
  const definition = capabilities.find((known) => known.feature === feature);
  const form = definition === undefined ? null : toForm(definition);
  const found = form?.fields.filter(isFileField).find((known) => known.field === field);
  if (found === undefined || personOf(feature, field) !== null) {
    throw new AppError(
      'invalid_input',
      'Only a field for files that needs the consent of nobody can take new files by itself.',
    );
  }
  const kinds = { images: 'image', audio: 'audio', videos: 'video' } as const;
  return { kind: kinds[found.kind], aim: found.aim };
}

async function isFree(
  { feature }: WatchSetup,
  calls: Pick<AreaHandlers<'jobs'>, 'jobs.offer'>,
): Promise<boolean> {
  const { capabilities: offered } = await calls['jobs.offer']({});
  const found = offered.find((entry) => entry.feature === feature);
  if (found === undefined) {
    throw new AppError('capability_unavailable', `The service in use does not do ${feature}.`);
  }
  return found.priceUsd === 0 && found.minimumUsd === 0;
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
    if (!(error instanceof AppError) || !saysNothing(error)) {
      throw error;
    }
  }
}
