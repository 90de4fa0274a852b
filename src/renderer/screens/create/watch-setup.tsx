import { FolderSync } from 'lucide-react';
import { isFileField } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import type { JobOptions } from '../../../contract/ipc/jobs.ts';
import { findPersonPart } from '../../../contract/persons.ts';
import { Button } from '../../../ui/button.tsx';
import { useApp, useDraft, useWatch } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { type DraftSlots, isUsable } from '../../stores/draft-files.ts';
import './create.css';
import type { ShownForm } from './shown-form.ts';

/**
 * Creates a job like the one in the form from every new file of the watched folder; empty until the rest of the
 * form is complete.
 */
export function WatchForm(props: {
  readonly form: ShownForm;
  readonly shown: readonly FormField[];
  readonly options: JobOptions;
}) {
  const { form, shown, options } = props;
  const { watch, attempt, notify } = useApp();
  const { t } = useText();
  const slots = useDraft((state) => state.slots);
  const watched = useWatch((state) => state.watched);
  const setup = findSetup(form, shown, slots);
  if (setup === null || watched === null) {
    return null;
  }
  const use = async (): Promise<void> => {
    const { setUp, chooseFolder, turn } = watch.getState();
    await setUp({ feature: form.feature, options, ...setup });
    if (watched.folder === null) {
      await chooseFolder();
    }
    const folder = watch.getState().watched?.folder ?? null;
    if (folder !== null) {
      await turn(true);
      notify({ tone: 'good', title: t('watch.on_toast', { folder }), text: t('watch.free_only') });
    }
  };
  return (
    <div className="form-presets">
      <Button icon={FolderSync} onPress={() => void attempt(use)}>
        {t('watch.use_form')}
      </Button>
    </div>
  );
}

/**
 * Field for new files, and the content of the others; null when something is missing or no field accepts files.
 */
function findSetup(
  { feature }: ShownForm,
  shown: readonly FormField[],
  slots: DraftSlots,
): { readonly field: string; readonly inputs: { field: string; fileId: string }[] } | null {
  const fields = shown.filter(isFileField);
  const field = fields.find(
    (candidate) =>
      candidate.control === 'file' && findPersonPart(feature, candidate.field) === null,
  );
  if (field === undefined) {
    return null;
  }
  const inputs: { field: string; fileId: string }[] = [];
  for (const other of fields.filter((candidate) => candidate !== field)) {
    const usable = (slots[other.field] ?? []).filter(isUsable);
    const isPerson = findPersonPart(feature, other.field) !== null;
    const isWrong = other.control === 'file' && usable.length > 1;
    const isOpen = isPerson && usable.some(({ file }) => !file.hasConsent);
    if (isWrong || isOpen || (other.isRequired && usable.length === 0)) {
      return null;
    }
    inputs.push(...usable.map(({ file }) => ({ field: other.field, fileId: file.id })));
  }
  return { field: field.field, inputs };
}
