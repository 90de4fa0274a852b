import type { PlannedJob } from '../../../../capabilities/form/estimate.ts';
import { isFileField } from '../../../../capabilities/form/form-values.ts';
import {
  findJointsField,
  findPeopleField,
  type FormField,
} from '../../../../capabilities/form/form.ts';
import type { JobOptions, LocalJob, ServiceOffer } from '../../../../contract/ipc/jobs.ts';
import { createTimeEstimator, estimateCost, type TimeEstimate } from '../../../jobs/estimate.ts';
import { type DraftInput, type DraftSlots, isUsable } from '../../../stores/draft-files.ts';
import { findSeveralPeople } from '../files/other-people.ts';
import { type ShownForm, acceptsOtherFaces } from '../shown-form.ts';

/** One planned job: a combination of a file of each field. */
export interface PlannedRow {
  /** Unique key within the plan. */
  readonly key: string;
  /** Its files, in the order of the form; those of a list have the same field. */
  readonly inputs: readonly { readonly field: string; readonly input: DraftInput }[];
  /** Settings of this one beside those of all. */
  readonly own: JobOptions;
  /** Length of the result; null for an image or while unknown. */
  readonly expectedMs: number | null;
  /** Most that it costs; null while that is not known. */
  readonly costUsd: number | null;
  /** Estimated time; null while unknown. */
  readonly timeMs: number | null;
}

/** All jobs of a form, with their totals. */
export interface JobPlan {
  /** Jobs to be sent. */
  readonly rows: readonly PlannedRow[];
  /** Number of excluded jobs. */
  readonly skipped: number;
  readonly costUsd: number | null;
  /** Time of all jobs in sequence. */
  readonly timeMs: number | null;
  /** Number of the user's jobs that the time is based on; 0 when it is based on measurements. */
  readonly timeJobs: number;
}

/** Most jobs at once: as many as wait in the queue of a service. */
export const maxPlanned = 200;

/** Dependencies of a plan. */
export interface PlanInputs {
  readonly form: ShownForm;
  readonly shown: readonly FormField[];
  readonly slots: DraftSlots;
  readonly options: JobOptions;
  readonly skipped: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  readonly offer: ServiceOffer;
  readonly price: ServiceOffer['capabilities'][number];
  readonly jobs: readonly LocalJob[];
}

type RowInputs = PlannedRow['inputs'];

/** Makes the plan of a form. Files that cannot be used are left out; without any file there is one job. */
export function planJobs(dependencies: PlanInputs): JobPlan {
  const left = combine(dependencies).filter((inputs) => !dependencies.sent.has(toKey(inputs)));
  const wanted = left.filter((inputs) => !dependencies.skipped.has(toKey(inputs)));
  const { form, offer, jobs } = dependencies;
  const timeOf = createTimeEstimator(jobs, { feature: form.feature, profileId: offer.profileId });
  const rows = wanted.map((inputs) => toRow(inputs, dependencies, timeOf));
  return {
    rows,
    skipped: left.length - wanted.length,
    costUsd: sum(rows.map(({ costUsd }) => costUsd)),
    timeMs: sum(rows.map(({ timeMs }) => timeMs)),
    timeJobs: timeOf(rows[0]?.expectedMs ?? null)?.jobs ?? 0,
  };
}

/** Every file of each field with every file of the others; the files of a list are one. */
function combine({ form, shown, slots }: PlanInputs): readonly RowInputs[] {
  const others = findSeveralPeople(form, slots)?.others ?? 0;
  let rows: readonly RowInputs[] = [[]];
  for (const field of shown.filter(isFileField)) {
    const inputs = (slots[field.field] ?? [])
      .filter(isUsable)
      .slice(0, acceptsOtherFaces(field) ? others : undefined)
      .map((input) => ({ field: field.field, input }));
    if (field.control === 'files') {
      rows = rows.map((row) => [...row, ...inputs]);
    } else if (inputs.length > 0) {
      // One more than allowed is enough to detect an excess.
      rows = rows.flatMap((row) => inputs.map((input) => [...row, input])).slice(0, maxPlanned + 1);
    }
  }
  return rows;
}

function toRow(
  inputs: RowInputs,
  { form, options, price }: PlanInputs,
  timeOf: (resultMs: number | null) => TimeEstimate | null,
): PlannedRow {
  const job: PlannedJob = {
    options,
    lengthMsOf: (field) =>
      inputs.find((given) => given.field === field)?.input.facts?.durationMs ?? null,
  };
  const expectedMs = form.estimate.resultMs(job);
  return {
    key: toKey(inputs),
    inputs,
    own: toOwnOptions(inputs, form),
    expectedMs,
    costUsd: estimateCost(price, expectedMs),
    timeMs: timeOf(expectedMs)?.timeMs ?? null,
  };
}

/** Chosen person, when several were found in the file that shows them, and joints set by hand. */
function toOwnOptions(inputs: RowInputs, form: ShownForm): JobOptions {
  const inputOf = (wanted: string | null) =>
    inputs.find(({ field }) => field === wanted)?.input ?? null;
  const input = inputOf(findPeopleField(form));
  const joints = inputOf(findJointsField(form))?.joints ?? null;
  return {
    ...(input?.seen?.kind === 'faces' && input.seen.count > 1 ? { person: input.person } : {}),
    ...(joints === null ? {} : { joints }),
  };
}

function toKey(inputs: RowInputs): string {
  return inputs.map(({ input }) => input.file.id).join(' ');
}

/** Null as soon as one of them is unknown. */
function sum(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce(
    (total, amount) => (total === null || amount === null ? null : total + amount),
    0,
  );
}
