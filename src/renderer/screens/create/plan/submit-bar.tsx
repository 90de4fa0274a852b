import { useState } from 'react';
import {
  type FieldFault,
  type FilledForm,
  listFieldFaults,
  isFileField,
} from '../../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../../capabilities/form/form.ts';
import type { ServiceOffer } from '../../../../contract/ipc/jobs.ts';
import { Button } from '../../../../ui/button.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useApp, useVoices } from '../../../app/app-context.ts';
import { toFieldWords } from '../../../i18n/capability-texts.ts';
import type { Text } from '../../../i18n/text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatEstimate } from '../../../jobs/job-words.ts';
import { NO_FIELD, type DraftSlots, isUsable } from '../../../stores/draft-files.ts';
import type { BatchJob } from '../../../stores/draft-store.ts';
import type { PlanState } from '../../../stores/voices-store.ts';
import '../create.css';
import { type JobPlan, maxPlanned, type PlannedRow } from './planned-jobs.ts';
import { toFileTarget, type ShownForm } from '../shown-form.ts';
import { Refusals } from '../files/slot-parts.tsx';
import { useFilledForm } from './use-filled-form.ts';
import type { FormPlan } from './use-job-plan.ts';

/** Cost, time, missing input, and the submit button; stays visible while the form scrolls. */
export function SubmitBar(props: {
  readonly offer: ServiceOffer;
  readonly form: ShownForm;
  readonly price: ServiceOffer['capabilities'][number];
  readonly planned: FormPlan;
}) {
  const { offer, form, price, planned } = props;
  const { shown, plan } = planned;
  const text = useText();
  const { t, money } = text;
  const { filled, slots } = useFilledForm(form);
  const spoken = useVoices((state) => state.plan);
  const { isSending, send } = useSend(planned);
  const { costUsd } = plan;
  const missing = findMissing(text, { form, shown, filled, slots, spoken, plan });
  const isTooDear = costUsd !== null && costUsd > 0 && costUsd > offer.balanceUsd;
  const isAbout = price.unit === 'per_second' && shown.some(({ field }) => field === 'script');
  const hint =
    missing ?? [holdText(text, price, { costUsd, isAbout }), ...listBasis(text, plan)].join(' ');
  return (
    <div className="submit-bar">
      <Refusals field={NO_FIELD} kind={null} />
      {isTooDear ? (
        <Note tone="warning" title={t('error.insufficient_credits.title')}>
          {t('submit.too_dear', { cost: money(costUsd), balance: money(offer.balanceUsd) })}
        </Note>
      ) : null}
      <div className="submit-line">
        <Button
          tone="primary"
          isDisabled={missing !== null || isTooDear}
          isPending={isSending}
          onPress={send}
        >
          {formatButtonLabel(text, form, plan)}
        </Button>
        <p className="submit-hint" aria-live="polite">
          {hint}
        </p>
      </div>
    </div>
  );
}

/** Sends the plan: opens a single job, reports several. */
function useSend({ plan, options }: FormPlan) {
  const { draft, view, attempt, notify, text } = useApp();
  const [isSending, setSending] = useState(false);
  const send = (): void => {
    const [first, ...others] = plan.rows.map(toOrdered);
    if (first === undefined) {
      return;
    }
    setSending(true);
    void attempt(async () => {
      const job = await draft.getState().submit({ options, jobs: [first, ...others] });
      if (others.length === 0) {
        view.getState().openJob(job.id);
      } else {
        const { t } = text();
        notify({ tone: 'good', title: t('create.sent', { count: plan.rows.length }) });
      }
    }).finally(() => setSending(false));
  };
  return { isSending, send };
}

function toOrdered({ key, inputs, own, costUsd, expectedMs }: PlannedRow): BatchJob {
  return {
    key,
    inputs: inputs.map(({ field, input }) => ({ field, fileId: input.file.id })),
    own,
    holdUsd: costUsd,
    expectedMs,
  };
}

/** Action, number of jobs, cost and time. */
function formatButtonLabel(text: Text, { feature }: ShownForm, plan: JobPlan): string {
  const { t, money } = text;
  const { rows, costUsd, timeMs } = plan;
  return [
    t(`form.${feature}.action`),
    ...(rows.length > 1 ? [t('create.jobs', { count: rows.length })] : []),
    ...(costUsd === null ? [] : [costUsd === 0 ? t('submit.free') : money(costUsd)]),
    ...(timeMs === null ? [] : [t('submit.about', { time: formatEstimate(text, timeMs) })]),
  ].join(' · ');
}

/** Basis of the time estimate. */
function listBasis({ t }: Text, { timeMs, timeJobs }: JobPlan): readonly string[] {
  if (timeMs === null) {
    return [];
  }
  return [timeJobs === 0 ? t('submit.time.measured') : t('submit.time.own', { count: timeJobs })];
}

function holdText(
  { t, money }: Text,
  price: { readonly priceUsd: number | null },
  { costUsd, isAbout }: { readonly costUsd: number | null; readonly isAbout: boolean },
) {
  if (price.priceUsd === null) {
    return t('price.unknown');
  }
  if (costUsd === 0) {
    return t('submit.no_hold');
  }
  return costUsd === null
    ? t('submit.hold_unknown', { price: money(price.priceUsd) })
    : t(isAbout ? 'submit.hold_about' : 'submit.hold', { amount: money(costUsd) });
}

interface FormState {
  readonly form: ShownForm;
  readonly shown: readonly FormField[];
  readonly filled: FilledForm;
  readonly slots: DraftSlots;
  readonly spoken: PlanState;
  readonly plan: JobPlan;
}

/** Reason why the jobs cannot be sent, in a sentence; null for none. */
function findMissing(text: Text, state: FormState): string | null {
  const { form, shown, filled, spoken, plan } = state;
  const faults = listFieldFaults(form, filled);
  for (const field of shown) {
    const fault = faults.find((found) => found.field === field);
    const words =
      findFileFault(text, field, state) ??
      (fault === undefined ? null : describeFault(text, fault, form));
    if (words !== null) {
      return words;
    }
  }
  if (plan.rows.length > maxPlanned) {
    return text.t('create.missing.too_many', { max: maxPlanned });
  }
  if (plan.rows.length === 0) {
    return text.t('create.missing.none');
  }
  // The service of this computer already reported that it cannot speak the script.
  const isSpoken = shown.some(({ control }) => control === 'voice');
  return isSpoken && spoken.kind === 'refused' ? text.t('submit.missing.other_script') : null;
}

/**
 * Returns the reason why a file field is not ready; null when it is. Where each file makes its own job, unusable ones
 * are skipped as long as others remain.
 */
function findFileFault(
  { t }: Text,
  field: FormField,
  { form, slots }: Pick<FormState, 'form' | 'slots'>,
): string | null {
  if (!isFileField(field)) {
    return null;
  }
  const { person, isList } = toFileTarget(form.feature, field);
  const inputs = slots[field.field] ?? [];
  const usable = inputs.filter(isUsable);
  if (inputs.length > 0 && (isList ? usable.length < inputs.length : usable.length === 0)) {
    return t('submit.missing.other_file');
  }
  if (usable.some(({ check }) => check === 'checking')) {
    return t('submit.missing.check');
  }
  const isOpen = usable.some(({ file }) => !file.hasConsent);
  return person !== null && isOpen ? t(`submit.missing.consent_${person}`) : null;
}

function describeFault({ t, language }: Text, fault: FieldFault, form: ShownForm): string {
  const { field, reason } = fault;
  const { label, missing } = toFieldWords(language, form.feature, field.field);
  if (reason === 'missing') {
    return missing ?? t('submit.missing.field', { label });
  }
  if (field.control === 'files') {
    return t('submit.missing.more_files', { label, min: field.min });
  }
  return t(field.control === 'text' ? 'submit.missing.shorter' : 'submit.missing.invalid', {
    label,
  });
}
