import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { findFieldValue } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import {
  type FormPreset,
  maxFormPresetNameChars,
  maxFormPresets,
} from '../../../contract/form-presets.ts';
import type { JobOptions } from '../../../contract/ipc/jobs.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useApp, useDraft, useSettings } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import './create.css';
import { findInstructionSubject } from '../../jobs/form/forms.ts';
import type { ShownForm } from './shown-form.ts';

/** Returns whether a preset stores a field: all except files, persons, and texts that are not instructions. */
function isKept({ feature }: ShownForm, { control, field }: FormField): boolean {
  const isPrompt = field === 'prompt' && findInstructionSubject(feature) !== null;
  return isPrompt || !['file', 'files', 'person', 'joints', 'text'].includes(control);
}

function isName(name: string): boolean {
  return name.trim() !== '' && name.trim().length <= maxFormPresetNameChars;
}

/**
 * Presets of this form: selected, created from the current values, and removed. Empty until a value was set.
 */
export function FormPresets({ form }: { readonly form: ShownForm }) {
  const { draft, settings: settingsStore, attempt } = useApp();
  const { t } = useText();
  const [isNaming, setNaming] = useState(false);
  const all = useSettings(({ settings }) => settings.formPresets);
  const options = useDraft((state) => state.options);
  const settings = useDraft((state) => state.settings);
  const presets = all.filter(({ feature }) => feature === form.feature);
  const values = readValues(form, { ...options, ...settings });
  const current = presets.find((preset) => isSame(preset.values, values)) ?? null;
  const store = (next: readonly FormPreset[]): void =>
    void attempt(() => settingsStore.getState().change({ formPresets: [...next] }));
  const canSave = current === null && Object.keys(values).length > 0 && all.length < maxFormPresets;
  return presets.length === 0 && !canSave ? null : (
    <div className="form-presets">
      {presets.length === 0 ? null : (
        <Select
          label={t('form_preset.label')}
          placeholder={t('form_preset.none')}
          value={current?.id ?? null}
          options={presets.map(({ id, name }) => ({ id, label: name }))}
          onChange={(id) => {
            const chosen = presets.find((preset) => preset.id === id);
            if (chosen !== undefined) {
              draft.getState().applyValues(listKeptFields(form), chosen.values);
            }
          }}
        />
      )}
      {canSave ? (
        <Button icon={BookmarkPlus} onPress={() => setNaming(true)}>
          {t('form_preset.save')}
        </Button>
      ) : null}
      {current === null ? null : (
        <IconButton
          icon={Trash2}
          label={t('form_preset.remove', { name: current.name })}
          onPress={() => store(all.filter(({ id }) => id !== current.id))}
        />
      )}
      {isNaming ? (
        <NameDialog
          title={t('form_preset.save')}
          label={t('form_preset.name')}
          field="form-preset-name"
          usual={t('form_preset.usual', { number: presets.length + 1 })}
          isValid={isName}
          rule={t('form_preset.name_rule', { max: maxFormPresetNameChars })}
          saveLabel={t('action.save')}
          cancelLabel={t('action.cancel')}
          closeLabel={t('action.close')}
          onClose={() => setNaming(false)}
          onName={(typed) => {
            const name = typed.trim();
            store([...all, { id: crypto.randomUUID(), name, feature: form.feature, values }]);
          }}
        />
      ) : null}
    </div>
  );
}

function listKeptFields(form: ShownForm): readonly string[] {
  return form.fields.filter((field) => isKept(form, field)).map(({ field }) => field);
}

/** Values that differ from the form's defaults. */
function readValues(form: ShownForm, options: JobOptions): FormPreset['values'] {
  return Object.fromEntries(
    form.fields
      .filter((field) => isKept(form, field))
      .flatMap((field) => {
        const value = findFieldValue(field, options);
        return value === null || value === findFieldValue(field, {}) ? [] : [[field.field, value]];
      }),
  );
}

function isSame(a: FormPreset['values'], b: FormPreset['values']): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
