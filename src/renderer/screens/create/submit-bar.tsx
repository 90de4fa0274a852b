import { useState } from 'react';
import type { FormSetting } from '../../../capabilities/form.ts';
import { AppError } from '../../../base/errors.ts';
import type { JobOptions, Offer } from '../../../contract/ipc/jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useApp, useDraft, useJobs } from '../../app-context.ts';
import type { TextKey } from '../../i18n/en.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { estimateCost, estimateDuration, toExpectedMs } from '../../jobs/estimate.ts';
import { fieldMissing } from '../../jobs/field-texts.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { durationText } from '../../jobs/job-words.ts';
import { isPlaced, type Slot } from '../../stores/draft-store.ts';
import './create.css';
import { formOf } from './form-places.ts';

/** What it costs and takes, what is still missing, and the button. */
export function SubmitBar(props: {
  readonly offer: Offer;
  readonly feature: FormFeature;
  readonly price: Offer['capabilities'][number];
}) {
  const { offer, feature, price } = props;
  const { draft, view, attempt } = useApp();
  const text = useText();
  const { t, money } = text;
  const slots = useDraft((state) => state.slots);
  const chosen = useDraft((state) => state.options);
  const jobs = useJobs((state) => state.jobs);
  const [isSending, setSending] = useState(false);
  const form = formOf(feature);
  const options = pickOptions(chosen, form.settings);
  const expectedMs = form.isVideo
    ? toExpectedMs(lengthOf(slots[form.places[0]?.field ?? '']), options['max_duration_sec'])
    : null;
  const costUsd = estimateCost(price, expectedMs);
  const timeMs = estimateDuration(jobs, { feature, profileId: offer.profileId, expectedMs });
  const missing = findMissing(feature, slots);
  const isTooDear = costUsd !== null && costUsd > 0 && costUsd > offer.balanceUsd;
  const submit = (): void => {
    setSending(true);
    void attempt(async () => {
      const fields = form.places.map(({ field }) => field);
      const job = await draft.getState().submit({ fields, options, holdUsd: costUsd, expectedMs });
      view.getState().openJob(job.id);
    }).finally(() => setSending(false));
  };
  const label = [
    t('submit.label'),
    ...(costUsd === null ? [] : [costUsd === 0 ? t('submit.free') : money(costUsd)]),
    ...(timeMs === null ? [] : [t('submit.about', { time: durationText(text, timeMs) })]),
  ].join(' · ');
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
        <p className="submit-hint">
          {missing === null ? holdText(text, price, costUsd) : t(missing)}
        </p>
      </div>
    </div>
  );
}

function holdText(
  { t, money }: Text,
  price: { unit: string; priceUsd: number },
  costUsd: number | null,
) {
  if (costUsd === 0) {
    return t('submit.no_hold');
  }
  return costUsd === null
    ? t('submit.hold_unknown', { price: money(price.priceUsd) })
    : t('submit.hold', { amount: money(costUsd) });
}

function lengthOf(slot: Slot | undefined): number | null {
  return slot !== undefined && isPlaced(slot) ? (slot.facts?.durationMs ?? null) : null;
}

/** The settings of this form; those of another one stay in the draft. */
function pickOptions(chosen: JobOptions, settings: readonly FormSetting[]): JobOptions {
  return Object.fromEntries(
    Object.entries(chosen).filter(([name]) => settings.some(({ field }) => field === name)),
  );
}

/** What keeps the job from being sent, in a sentence; null when nothing does. */
function findMissing(feature: FormFeature, slots: Readonly<Record<string, Slot>>): TextKey | null {
  for (const { field, isFace } of formOf(feature).places) {
    const slot = slots[field];
    if (slot === undefined) {
      return fieldMissing(field);
    }
    if (!isPlaced(slot) || slot.check instanceof AppError) {
      return 'submit.missing.other_file';
    }
    if (slot.check === 'checking') {
      return 'submit.missing.check';
    }
    if (isFace && !slot.file.hasConsent) {
      return 'submit.missing.consent';
    }
  }
  return null;
}
