import { useState } from 'react';
import { AppError } from '../../../base/errors.ts';
import type { JobOptions, Offer } from '../../../contract/ipc/jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useApp, useDraft, useJobs, useVoices } from '../../app/app-context.ts';
import type { TextKey } from '../../i18n/en.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { estimateCost, estimateDuration, toExpectedMs } from '../../jobs/estimate.ts';
import { fieldMissing } from '../../jobs/field-texts.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { durationText } from '../../jobs/job-words.ts';
import { countChars, estimateSpeechMs } from '../../jobs/speech-length.ts';
import { isFilled, type Slot } from '../../stores/draft-store.ts';
import type { PlanState } from '../../stores/voices-store.ts';
import './create.css';
import { formOf, type ShownForm } from './shown-form.ts';

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
  const plan = useVoices((state) => state.plan);
  const options = pickOptions(chosen, form);
  const expectedMs = expectLength(form, slots, options);
  const costUsd = estimateCost(price, expectedMs);
  const timeMs = estimateDuration(jobs, { feature, profileId: offer.profileId, expectedMs });
  const missing = findMissing(form, slots, options) ?? findRefusal(form, plan);
  const isTooDear = costUsd !== null && costUsd > 0 && costUsd > offer.balanceUsd;
  const isAbout = price.unit === 'per_second' && form.lengthFrom === 'text';
  const submit = (): void => {
    setSending(true);
    void attempt(async () => {
      const fields = form.fileInputs.map(({ field }) => field);
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
          {missing === null ? holdText(text, price, { costUsd, isAbout }) : t(missing)}
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

function lengthOf(slot: Slot | undefined): number | null {
  return slot !== undefined && isFilled(slot) ? (slot.facts?.durationMs ?? null) : null;
}

/** How long the result will be, where that can be told. */
function expectLength(
  { lengthFrom, fileInputs: inputs, texts }: ShownForm,
  slots: Readonly<Record<string, Slot>>,
  options: JobOptions,
): number | null {
  switch (lengthFrom) {
    case 'first_file':
      return toExpectedMs(lengthOf(slots[inputs[0]?.field ?? '']), options['max_duration_sec']);
    case 'text':
      return estimateSpeechMs(textOf(options, texts[0]?.field ?? ''));
    case null:
      return null;
  }
}

/** What was chosen in this form; the choices of another one stay in the draft. */
function pickOptions(chosen: JobOptions, form: ShownForm): JobOptions {
  const parts = [...form.settings, ...form.texts, form.voice, form.language];
  return Object.fromEntries(
    Object.entries(chosen).filter(([name]) => parts.some((part) => part?.field === name)),
  );
}

function textOf(options: JobOptions, field: string): string {
  const value = options[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** What keeps the job from being sent, in a sentence; null when nothing does. */
function findMissing(
  { fileInputs: inputs, texts, voice }: ShownForm,
  slots: Readonly<Record<string, Slot>>,
  options: JobOptions,
): TextKey | null {
  for (const { field, person } of inputs) {
    const slot = slots[field];
    if (slot === undefined) {
      return fieldMissing(field);
    }
    if (!isFilled(slot) || slot.check instanceof AppError) {
      return 'submit.missing.other_file';
    }
    if (slot.check === 'checking') {
      return 'submit.missing.check';
    }
    if (person !== null && !slot.file.hasConsent) {
      return `submit.missing.consent_${person}`;
    }
  }
  for (const { field, isRequired, maxChars } of texts) {
    const given = textOf(options, field);
    if (isRequired && given === '') {
      return fieldMissing(field);
    }
    if (countChars(given) > maxChars) {
      return 'submit.missing.shorter';
    }
  }
  return voice !== null && voice.isRequired && textOf(options, voice.field) === ''
    ? fieldMissing(voice.field)
    : null;
}

/** The service of this computer said before that it cannot speak the script. */
function findRefusal({ voice }: ShownForm, plan: PlanState): TextKey | null {
  return voice !== null && plan.kind === 'refused' ? 'submit.missing.other_script' : null;
}
