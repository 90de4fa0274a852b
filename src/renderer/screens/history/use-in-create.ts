import type { LibraryItem } from '../../../contract/ipc/library.ts';
import { useApp } from '../../app/app-context.ts';
import { type FormFeature, formFeatures } from '../../jobs/forms.ts';
import type { MediaKind } from '../../../contract/ipc/files.ts';
import type { DraftField } from '../../stores/draft-files.ts';
import { fileTargetsOf } from '../create/shown-form.ts';

/** Opens the form of a job with the file of an item in its place; a failure becomes a toast. */
export function useInCreate(): (item: LibraryItem) => void {
  const { bridge, draft, view, attempt } = useApp();
  return ({ id }) =>
    void attempt(async () => {
      const file = await bridge.call('library.choose', { id });
      const found = findForm(draft.getState().feature, file.kind);
      if (found !== null) {
        draft.getState().choose(found.feature);
        view.getState().goTo('create');
        view.getState().openJob(null);
        await draft.getState().addChosen(found.targets, file);
      }
    });
}

/** The form that is open if it takes such a file, else the first that does; null when none does. */
function findForm(
  open: FormFeature,
  kind: MediaKind,
): { readonly feature: FormFeature; readonly targets: readonly DraftField[] } | null {
  for (const feature of new Set([open, ...formFeatures])) {
    const targets = fileTargetsOf(feature);
    if (targets.some((target) => target.kind === kind)) {
      return { feature, targets };
    }
  }
  return null;
}
