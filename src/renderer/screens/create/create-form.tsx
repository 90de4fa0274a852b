import type { FormField } from '../../../capabilities/form/form.ts';
import type { Offer } from '../../../contract/ipc/jobs.ts';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { type FormFeature, formFeatures, iconOf } from '../../jobs/forms.ts';
import './create.css';
import { FormSection } from './form-section.tsx';
import { MoreSettings } from './more-settings.tsx';
import { formOf, type ShownForm } from './shown-form.ts';
import { SpeechPlanView } from './speech-plan.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useFilledForm } from './use-filled-form.ts';

/** One capability: what goes in, how it is made, what it costs, and the one button. */
export function CreateForm({ offer }: { readonly offer: Offer }) {
  const { draft } = useApp();
  const { t } = useText();
  const chosen = useDraft((state) => state.feature);
  const offered = formFeatures.filter((feature) => priceOf(offer, feature) !== undefined);
  const feature = offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
  const form = formOf(feature);
  const price = priceOf(offer, feature);
  return (
    <div className="create-form">
      <ChoiceCards
        label={t('create.capability')}
        value={feature}
        options={offered.map((id) => ({
          id,
          icon: iconOf(id),
          title: t(`form.${id}.title`),
          text: t(`form.${id}.text`),
        }))}
        onChange={(id) => draft.getState().choose(id)}
      />
      {form === null ? null : <FormFields offer={offer} form={form} />}
      {price === undefined || form === null ? null : (
        <SubmitBar offer={offer} form={form} price={price} />
      )}
    </div>
  );
}

/** The fields that belong to what was filled in so far, in the order of the request. */
function FormFields({ offer, form }: { readonly offer: Offer; readonly form: ShownForm }) {
  const { shown } = useFilledForm(form);
  const script = shown.find(({ control }) => control === 'text');
  const voice = shown.find(({ control }) => control === 'voice');
  const language = shown.find(({ control }) => control === 'language');
  const advanced = shown.filter(({ isAdvanced }) => isAdvanced);
  return (
    <>
      {toSections(shown.filter(({ isAdvanced }) => !isAdvanced)).map((fields) => (
        <FormSection key={fields[0]?.field} offer={offer} form={form} fields={fields} />
      ))}
      {script === undefined || voice === undefined ? null : (
        <SpeechPlanView
          scriptField={script.field}
          voiceField={voice.field}
          languageField={language?.field ?? null}
        />
      )}
      {advanced.length === 0 ? null : <MoreSettings offer={offer} form={form} fields={advanced} />}
    </>
  );
}

/** What stands side by side or close below each other. */
const kinds = {
  file: 'file',
  files: 'files',
  text: 'text',
  voice: 'voice',
  language: 'voice',
  choice: 'setting',
  switch: 'setting',
  number: 'setting',
} as const satisfies Record<FormField['control'], string>;

/** Fields of one kind that follow each other belong together. */
function toSections(fields: readonly FormField[]): readonly (readonly FormField[])[] {
  const sections: FormField[][] = [];
  for (const field of fields) {
    const before = sections.at(-1);
    const last = before?.at(-1);
    if (
      before !== undefined &&
      last !== undefined &&
      kinds[last.control] === kinds[field.control]
    ) {
      before.push(field);
    } else {
      sections.push([field]);
    }
  }
  return sections;
}

function priceOf(offer: Offer, feature: FormFeature): Offer['capabilities'][number] | undefined {
  return offer.capabilities.find((entry) => entry.feature === feature);
}
