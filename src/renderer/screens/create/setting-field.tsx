import { useState } from 'react';
import { readValue } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import type { Offer } from '../../../contract/ipc/jobs.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { fieldWords } from '../../i18n/capability-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import type { FormFeature } from '../../jobs/forms.ts';
import { numberText } from '../../jobs/field-values.ts';

/** A field that is set and not written. */
export type Setting = Extract<FormField, { readonly control: 'choice' | 'switch' | 'number' }>;

type NumberSetting = Extract<FormField, { readonly control: 'number' }>;
type ChoiceSetting = Extract<FormField, { readonly control: 'choice' }>;

/** More choices than this, or longer ones together, stand below each other in a list. */
const mostSegments = 5;
const mostSegmentChars = 60;
/** A track shows so many steps that each of them can be reached. */
const mostSliderSteps = 400;
/** Of a choice: nothing is sent. */
const unset = '';
/** Of a number with presets: one of one's own. */
const other = 'other';

/** A choice, a switch or a number of a form. */
export function SettingField(props: {
  readonly field: Setting;
  readonly feature: FormFeature;
  readonly offer: Offer;
}) {
  const { field, feature, offer } = props;
  const { draft } = useApp();
  const { language } = useText();
  const value = useDraft((state) => readValue(field, state.settings));
  const words = fieldWords(language, feature, field.field);
  const set = (next: string | number | boolean | null): void =>
    draft.getState().setSetting(field.field, next);
  switch (field.control) {
    case 'switch':
      return (
        <SwitchField
          label={words.label}
          hint={words.hint}
          isSelected={value === true}
          onChange={set}
        />
      );
    case 'choice':
      return <ChoiceSettingField field={field} feature={feature} offer={offer} value={value} />;
    case 'number':
      return (
        <NumberSettingField
          field={field}
          feature={feature}
          value={typeof value === 'number' ? value : null}
        />
      );
  }
}

function ChoiceSettingField(props: {
  readonly field: ChoiceSetting;
  readonly feature: FormFeature;
  readonly offer: Offer;
  readonly value: string | number | boolean | null;
}) {
  const { field, feature, offer, value } = props;
  const { draft } = useApp();
  const { language, t } = useText();
  const words = fieldWords(language, feature, field.field);
  const offered = field.choices.filter(
    // The account decides which heights there are.
    (choice) =>
      field.field !== 'output_resolution_p' || offer.resolutionsP.includes(Number(choice)),
  );
  const options = [
    ...(field.initial === null && !field.isRequired
      ? [{ id: unset, label: words.unset ?? t('form.unset') }]
      : []),
    ...offered.map((choice) => ({
      id: String(choice),
      label: words.choices?.[choice] ?? String(choice),
    })),
  ];
  const set = (id: string): void =>
    draft
      .getState()
      .setSetting(field.field, field.choices.find((choice) => String(choice) === id) ?? null);
  const id = value === null ? unset : String(value);
  const chars = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length <= mostSegments && chars <= mostSegmentChars ? (
    <ChoiceField
      label={words.label}
      hint={words.hint}
      value={options.some((option) => option.id === id) ? id : null}
      options={options}
      onChange={set}
    />
  ) : (
    <Select
      isSetting
      label={words.label}
      hint={words.hint}
      placeholder={words.unset ?? t('form.unset')}
      value={options.some((option) => option.id === id) ? id : null}
      options={options}
      onChange={set}
    />
  );
}

function NumberSettingField(props: {
  readonly field: NumberSetting;
  readonly feature: FormFeature;
  readonly value: number | null;
}) {
  const { field, feature, value } = props;
  const { min, max, step, initial, presets } = field;
  const { draft } = useApp();
  const text = useText();
  const { t } = text;
  const words = fieldWords(text.language, feature, field.field);
  const [isOther, setOther] = useState(false);
  const set = (next: number | null): void => draft.getState().setSetting(field.field, next);
  const own = (
    <NumberField
      label={presets.length === 0 ? words.label : t('form.other_number')}
      hint={presets.length === 0 ? words.hint : undefined}
      value={value}
      min={min}
      max={max}
      step={step}
      unit={words.unit}
      placeholder={initial === null && presets.length === 0 ? words.unset : undefined}
      hasSlider={initial !== null && (max - min) / step <= mostSliderSteps}
      onChange={set}
    />
  );
  if (presets.length === 0) {
    return own;
  }
  const isPreset = value === null ? initial === null : presets.includes(value);
  const shown = isOther || !isPreset ? other : value === null ? unset : String(value);
  return (
    <>
      <ChoiceField
        label={words.label}
        hint={words.hint}
        value={shown}
        options={[
          ...(initial === null ? [{ id: unset, label: words.unset ?? t('form.unset') }] : []),
          ...presets
            .filter((preset) => preset >= min && preset <= max)
            .map((preset) => ({ id: String(preset), label: numberText(text, preset, words) })),
          { id: other, label: t('form.other_number') },
        ]}
        onChange={(id) => {
          setOther(id === other);
          if (id !== other) {
            set(id === unset ? null : Number(id));
          }
        }}
      />
      {shown === other ? own : null}
    </>
  );
}
