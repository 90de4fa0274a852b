import { toOptions } from '../../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../../capabilities/form/form.ts';
import type { JobOptions, ServiceOffer } from '../../../../contract/ipc/jobs.ts';
import { useDraft, useJobs } from '../../../app/app-context.ts';
import { type JobPlan, planJobs } from './planned-jobs.ts';
import type { ShownForm } from '../shown-form.ts';
import { useFilledForm } from './use-filled-form.ts';

/** Result of a form as currently filled in. */
export interface FormPlan {
  readonly plan: JobPlan;
  readonly options: JobOptions;
  readonly shown: readonly FormField[];
}

/** Planned jobs of a form, recomputed at every change. */
export function useJobPlan(
  offer: ServiceOffer,
  form: ShownForm,
  price: ServiceOffer['capabilities'][number],
): FormPlan {
  const { filled, shown, slots } = useFilledForm(form);
  const jobs = useJobs((state) => state.jobs);
  const skipped = useDraft((state) => state.skipped);
  const sent = useDraft((state) => state.sent);
  const options = toOptions(form, filled);
  const plan = planJobs({ form, shown, slots, options, skipped, sent, offer, price, jobs });
  return { plan, options, shown };
}
