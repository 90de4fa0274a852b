import { capabilities } from '../../../capabilities/definitions.ts';
import { type FileField, isFileField } from '../../../capabilities/form/form-values.ts';
import { toForm } from '../../../capabilities/form/form.ts';
import type { MediaKind } from '../../../contract/ipc/files.ts';
import type { App } from '../../app/app-context.ts';
import type { FormFeature } from './forms.ts';
import { requireFileCapacity } from './require-file-capacity.ts';

/** A place of a form that takes a file of some kind. */
export interface InputTarget {
  readonly feature: FormFeature;
  readonly field: FileField;
}

const kinds = {
  images: 'image',
  audio: 'audio',
  videos: 'video',
} as const satisfies Record<FileField['kind'], MediaKind>;

/** Fields that accept a kind of file, in the order of the forms. */
export function listInputTargets(kind: MediaKind): readonly InputTarget[] {
  return capabilities.flatMap((definition) =>
    toForm(definition)
      .fields.filter(isFileField)
      .filter((field) => kinds[field.kind] === kind)
      .map((field) => ({ feature: definition.feature, field })),
  );
}

/**
 * Opens a form with the result of a job in a field: in place of a previous file, or after the others of a list.
 * Throws, before another page is opened, when the result is gone or the list is full.
 */
export async function putResultInto(
  { bridge, draft, view }: Pick<App, 'bridge' | 'draft' | 'view'>,
  jobId: string,
  { feature, field }: InputTarget,
): Promise<void> {
  const file = await bridge.call('files.use_result', { jobId });
  const { choose, clear, setChosenFile } = draft.getState();
  const isList = field.control === 'files';
  const max = isList ? field.max : 1;
  if (isList) {
    requireFileCapacity((draft.getState().slots[field.field] ?? []).length, max);
  } else {
    clear(field.field);
  }
  choose(feature);
  view.getState().goTo('create');
  view.getState().openJob(null);
  const { field: name, aim } = field;
  await setChosenFile({ field: name, kind: file.kind, aim, isList, max }, file);
}
