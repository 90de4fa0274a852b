import type { Offer } from '../../../contract/ipc/jobs.ts';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { type FormFeature, formFeatures, iconOf } from '../../jobs/forms.ts';
import './create.css';
import { formOf } from './shown-form.ts';
import { InputSlot } from './input-slot.tsx';
import { JobSettings } from './job-settings.tsx';
import { LanguageField } from './language-field.tsx';
import { ScriptField } from './script-field.tsx';
import { SpeechPlanView } from './speech-plan.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { VoiceField } from './voice-field.tsx';

/** One capability: what goes in, how it is made, what it costs, and the one button. */
export function CreateForm({ offer }: { readonly offer: Offer }) {
  const { draft } = useApp();
  const { t } = useText();
  const chosen = useDraft((state) => state.feature);
  const offered = formFeatures.filter((feature) => priceOf(offer, feature) !== undefined);
  const feature = offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
  const form = formOf(feature);
  const price = priceOf(offer, feature);
  const [script] = form.texts;
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
      {form.fileInputs.length === 0 ? null : (
        <div className="create-inputs">
          {form.fileInputs.map((input) => (
            <InputSlot key={input.field} input={input} feature={feature} />
          ))}
        </div>
      )}
      {form.texts.map((part) => (
        <ScriptField
          key={part.field}
          text={part}
          feature={feature}
          isSpoken={form.lengthFrom === 'text'}
        />
      ))}
      {form.voice === null && form.language === null ? null : (
        <div className="voice-row">
          {form.voice === null ? null : <VoiceField field={form.voice.field} />}
          {form.language === null ? null : <LanguageField field={form.language.field} />}
        </div>
      )}
      {script === undefined || form.voice === null ? null : (
        <SpeechPlanView
          scriptField={script.field}
          voiceField={form.voice.field}
          languageField={form.language?.field ?? null}
        />
      )}
      {form.settings.length === 0 ? null : <JobSettings offer={offer} settings={form.settings} />}
      {price === undefined ? null : <SubmitBar offer={offer} feature={feature} price={price} />}
    </div>
  );
}

function priceOf(offer: Offer, feature: FormFeature): Offer['capabilities'][number] | undefined {
  return offer.capabilities.find((entry) => entry.feature === feature);
}
