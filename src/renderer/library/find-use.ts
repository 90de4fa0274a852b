import { capabilities } from '../../capabilities/definitions.ts';
import { toForm } from '../../capabilities/form/form.ts';
import type { AssetKind } from '../../contract/api/fields.ts';
import type { MediaKind } from '../../contract/ipc/files.ts';
import { InvariantError } from '../../base/errors.ts';
import type { FormFeature } from '../jobs/forms.ts';
import type { DraftField } from '../stores/draft-store.ts';

const kindOf: Readonly<Record<AssetKind, MediaKind>> = {
  images: 'image',
  audio: 'audio',
  videos: 'video',
};

/** The capability that a file goes into, and where in its form: the one that is open, else the first that takes its kind. */
export function findUse(
  open: FormFeature,
  kind: MediaKind,
): { readonly feature: FormFeature; readonly target: DraftField } {
  const order = capabilities.toSorted(
    (one, other) => Number(other.feature === open) - Number(one.feature === open),
  );
  for (const definition of order) {
    for (const field of toForm(definition).fields) {
      const isFile = field.control === 'file' || field.control === 'files';
      if (isFile && kindOf[field.kind] === kind) {
        const most = field.control === 'files' ? field.max : 1;
        return { feature: definition.feature, target: { field: field.field, kind, most } };
      }
    }
  }
  throw new InvariantError(`No capability takes files of the kind ${kind}.`);
}
