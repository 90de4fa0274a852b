import { useState } from 'react';
import { AppError } from '../../../base/errors.ts';
import type { PlannedJob } from '../../../capabilities/form/estimate.ts';
import {
  type FieldFault,
  type FilledForm,
  findFaults,
  toOptions,
} from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import type { Offer } from '../../../contract/ipc/jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useApp, useJobs, useVoices } from '../../app/app-context.ts';
import { fieldWords } from '../../i18n/capability-texts.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { estimateCost, estimateTime } from '../../jobs/estimate.ts';
import { durationText } from '../../jobs/job-words.ts';
import { type DraftState, isFilled } from '../../stores/draft-store.ts';
import type { PlanState } from '../../stores/voices-store.ts';
import './create.css';
import { isFileField, toFileTarget, type ShownForm } from './shown-form.ts';
import { useFilledForm } from './use-filled-form.ts';

/** What it costs and takes, what is still missing, and the button. */
export function SubmitBar(props: {
  readonly offer: Offer;
  readonly form: ShownForm;
  readonly price: Offer['capabilities'][number];
}) {
  const { offer, form, price } = props;
  const { draft, view, attempt } = useApp();
  const text = useText();
  const { t, money } = text;
  const { filled, shown, slots } = useFilledForm(form);
  const jobs = useJobs((state) => state.jobs);
  const [isSending, setSending] = useState(false);
  const plan = useVoices((state) => state.plan);
  const options = toOptions(form, filled);
  const expectedMs = form.estimate.resultMs(planJob(options, slots));
  const costUsd = estimateCost(price, expectedMs);
  const like = { feature: form.feature, profileId: offer.profileId, expectedMs };
  const time = estimateTime(jobs, like);
  const missing = findMissing(text, { form, shown, filled, slots, plan });
  const isTooDear = costUsd !== null && costUsd > 0 && costUsd > offer.balanceUsd;
  const isAbout = price.unit === 'per_second' && shown.some(({ field }) => field === 'script');
  const submit = (): void => {
    setSending(true);
    void attempt(async () => {
      const fields = shown.filter(isFileField).map(({ field }) => field);
      const job = await draft.getState().submit({ fields, options, holdUsd: costUsd, expectedMs });
      view.getState().openJob(job.id);
    }).finally(() => setSending(false));
  };
  const label = [
    t('submit.label'),
    ...(costUsd === null ? [] : [costUsd === 0 ? t('submit.free') : money(costUsd)]),
    ...(time === null ? [] : [t('submit.about', { time: durationText(text, time.timeMs) })]),
  ].join(' · ');
  const basis =
    time === null
      ? []
      : [time.jobs === 0 ? t('submit.time.measured') : t('submit.time.own', { count: time.jobs })];
  return (
    <div className="submit-bar">
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
          onPress={submit}
        >
          {label}
        </Button>
        <p className="submit-hint" aria-live="polite">
          {missing ?? [holdText(text, price, { costUsd, isAbout }), ...basis].join(' ')}
        </p>
      </div>
    </div>
  );
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

function planJob(options: PlannedJob['options'], slots: DraftState['slots']): PlannedJob {
  return {
    options,
    lengthMsOf: (field) => {
      const [slot] = slots[field] ?? [];
      return slot !== undefined && isFilled(slot) ? (slot.facts?.durationMs ?? null) : null;
    },
  };
}

interface FormState {
  readonly form: ShownForm;
  readonly shown: readonly FormField[];
  readonly filled: FilledForm;
  readonly slots: DraftState['slots'];
  readonly plan: PlanState;
}

/** What keeps the job from being sent, in a sentence; null when nothing does. */
function findMissing(text: Text, state: FormState): string | null {
  const { form, shown, filled, plan } = state;
  const faults = findFaults(form, filled);
  for (const field of shown) {
    const fault = faults.find((found) => found.field === field);
    const words =
      findFileFault(text, field, state) ??
      (fault === undefined ? null : faultText(text, fault, form));
    if (words !== null) {
      return words;
    }
  }
  // The service of this computer said before that it cannot speak the script.
  const isSpoken = shown.some(({ control }) => control === 'voice');
  return isSpoken && plan.kind === 'refused' ? text.t('submit.missing.other_script') : null;
}

function findFileFault(
  { t }: Text,
  field: FormField,
  { form, slots }: Pick<FormState, 'form' | 'slots'>,
): string | null {
  if (!isFileField(field)) {
    return null;
  }
  const { person, most } = toFileTarget(form.feature, field);
  for (const slot of slots[field.field] ?? []) {
    if (!isFilled(slot)) {
      // What was left out of a list does not belong to it.
      if (most === 1) {
        return t('submit.missing.other_file');
      }
    } else if (slot.check instanceof AppError) {
      return t('submit.missing.other_file');
    } else if (slot.check === 'checking') {
      return t('submit.missing.check');
    } else if (person !== null && !slot.file.hasConsent) {
      return t(`submit.missing.consent_${person}`);
    }
  }
  return null;
}

function faultText({ t, language }: Text, fault: FieldFault, form: ShownForm): string {
  const { field, reason } = fault;
  const { label, missing } = fieldWords(language, form.feature, field.field);
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
