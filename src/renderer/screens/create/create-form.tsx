import { isFileField } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import { embeddedProfileId } from '../../../contract/profiles.ts';
import type { ServiceOffer } from '../../../contract/ipc/jobs.ts';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { type FormFeature, formFeatures, toIcon } from '../../jobs/form/forms.ts';
import './create.css';
import { FormPresets } from './form-presets.tsx';
import { FormSection } from './form-section.tsx';
import { JobMatrix } from './plan/job-matrix.tsx';
import { MoreSettings } from './more-settings.tsx';
import { isUsable } from '../../stores/draft-files.ts';
import { findShownForm, isOfOneFile, findLengthField, type ShownForm } from './shown-form.ts';
import { SpeechPlanView } from './plan/speech-plan.tsx';
import { SubmitBar } from './plan/submit-bar.tsx';
import { useJobPlan } from './plan/use-job-plan.ts';
import { WatchForm } from './watch-setup.tsx';

/** Form of one capability: its inputs, settings, cost, and the submit button. */
export function CreateForm({ offer }: { readonly offer: ServiceOffer }) {
  const { draft } = useApp();
  const { t } = useText();
  const chosen = useDraft((state) => state.feature);
  const isChosen = useDraft((state) => state.isChosen);
  const offered = formFeatures.filter((feature) => findPrice(offer, feature) !== undefined);
  const feature = offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
  const form = findShownForm(feature, offer.profileId === embeddedProfileId);
  const price = findPrice(offer, feature);
  return (
    <div className="create-form">
      <ChoiceCards
        label={t('create.capability')}
        value={feature}
        isRow={isChosen}
        options={offered.map((id) => ({
          id,
          icon: toIcon(id),
          title: t(`form.${id}.title`),
          text: t(`form.${id}.text`),
        }))}
        onChange={(id) => draft.getState().choose(id)}
      />
      {form === null || price === undefined ? null : (
        <FilledForm key={feature} offer={offer} form={form} price={price} />
      )}
    </div>
  );
}

/** The form of a capability with the jobs that it makes, and the button that stays in view. */
function FilledForm(props: {
  readonly offer: ServiceOffer;
  readonly form: ShownForm;
  readonly price: ServiceOffer['capabilities'][number];
}) {
  const { offer, form, price } = props;
  const planned = useJobPlan(offer, form, price);
  return (
    <>
      <FormFields offer={offer} form={form} shown={planned.shown} />
      <FormPresets form={form} />
      <WatchForm form={form} shown={planned.shown} options={planned.options} />
      <JobMatrix plan={planned.plan} />
      <SubmitBar offer={offer} form={form} price={price} planned={planned} />
    </>
  );
}

/** Fields that apply to the entered values, in the order of the request. */
function FormFields(props: {
  readonly offer: ServiceOffer;
  readonly form: ShownForm;
  readonly shown: readonly FormField[];
}) {
  const { offer, form, shown } = props;
  const script = shown.find(({ control }) => control === 'text');
  const voice = shown.find(({ control }) => control === 'voice');
  const language = shown.find(({ control }) => control === 'language');
  const trimmed = useTrimmed(form);
  const additional = shown.filter(isOfOneFile);
  const advanced = shown.filter((field) => field.isAdvanced && field !== trimmed);
  // Person and joints are chosen with the file that shows them.
  const usual = shown.filter(
    ({ isAdvanced, control, field }) =>
      !isAdvanced && control !== 'person' && control !== 'joints' && field !== trimmed?.field,
  );
  return (
    <>
      {toSections(usual).map((fields) => (
        <FormSection
          key={fields[0]?.field}
          offer={offer}
          form={form}
          fields={fields}
          additional={additional}
        />
      ))}
      {script === undefined || voice === undefined ? null : (
        <SpeechPlanView
          scriptField={script.field}
          voiceField={voice.field}
          isVoiceRequired={voice.isRequired}
          languageField={language?.field ?? null}
        />
      )}
      {advanced.length === 0 ? null : <MoreSettings offer={offer} form={form} fields={advanced} />}
    </>
  );
}

/** The field that a line under the one video of the form sets; null while there is no such line. */
function useTrimmed(form: ShownForm): FormField | null {
  const video = form.fields
    .filter(isFileField)
    .find((field) => findLengthField(form, field) !== null);
  const inputs = useDraft((state) => (video === undefined ? undefined : state.slots[video.field]));
  const [input, ...more] = inputs ?? [];
  const isTrimmed =
    more.length === 0 &&
    input !== undefined &&
    isUsable(input) &&
    (input.facts?.durationMs ?? null) !== null;
  return video === undefined || !isTrimmed ? null : findLengthField(form, video);
}

/** Kinds of fields that are shown side by side or close together. */
const kinds = {
  file: 'file',
  files: 'files',
  person: 'file',
  joints: 'file',
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

function findPrice(
  offer: ServiceOffer,
  feature: FormFeature,
): ServiceOffer['capabilities'][number] | undefined {
  return offer.capabilities.find((entry) => entry.feature === feature);
}
