import { useState } from 'react';
import type { FieldValue } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { toFieldWords } from '../../i18n/capability-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { formatNumber } from './field-values.ts';
import type { FormFeature } from './forms.ts';

/** A field that is set and not written. */
export type Setting = Extract<FormField, { readonly control: 'choice' | 'switch' | 'number' }>;

type NumberSetting = Extract<FormField, { readonly control: 'number' }>;
type ChoiceSetting = Extract<FormField, { readonly control: 'choice' }>;

/** More choices than this, or longer ones together, are shown as a list. */
const maxSegments = 5;
const maxSegmentChars = 60;
/** Maximum steps of a slider, so that each of them can be reached. */
const maxSliderSteps = 400;
/** Value of a choice for which nothing is sent. */
const unset = '';
/** Choice of a custom number beside the presets. */
const other = 'other';

/** Props of a setting. */
interface SettingProps<F extends Setting> {
  readonly field: F;
  readonly feature: FormFeature;
  /** Heights that the account may ask for; unlimited when absent. */
  readonly resolutionsP?: readonly number[] | undefined;
  readonly value: FieldValue | null;
  /** Called with null for nothing. */
  readonly onChange: (value: FieldValue | null) => void;
}

/** A choice, a switch or a number of a form. */
export function SettingField(props: SettingProps<Setting>) {
  const { field, feature, value, onChange } = props;
  const { language } = useText();
  const words = toFieldWords(language, feature, field.field);
  switch (field.control) {
    case 'switch':
      return (
        <SwitchField
          label={words.label}
          hint={words.hint}
          isSelected={value === true}
          onChange={onChange}
        />
      );
    case 'choice':
      return <ChoiceSettingField {...props} field={field} />;
    case 'number':
      return <NumberSettingField {...props} field={field} />;
  }
}

function ChoiceSettingField(props: SettingProps<ChoiceSetting>) {
  const { field, feature, resolutionsP, value, onChange } = props;
  const { language, t } = useText();
  const words = toFieldWords(language, feature, field.field);
  const offered = field.choices.filter(
    // The account decides which heights there are.
    (choice) =>
      field.field !== 'output_resolution_p' || resolutionsP?.includes(Number(choice)) !== false,
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
    onChange(field.choices.find((choice) => String(choice) === id) ?? null);
  const id = value === null ? unset : String(value);
  const chars = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length <= maxSegments && chars <= maxSegmentChars ? (
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

function NumberSettingField(props: SettingProps<NumberSetting>) {
  const { field, feature, onChange: set } = props;
  const value = typeof props.value === 'number' ? props.value : null;
  const { min, max, step, initial, presets } = field;
  const text = useText();
  const { t } = text;
  const words = toFieldWords(text.language, feature, field.field);
  const [isOther, setOther] = useState(false);
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
      hasSlider={initial !== null && (max - min) / step <= maxSliderSteps}
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
            .map((preset) => ({ id: String(preset), label: formatNumber(text, preset, words) })),
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
