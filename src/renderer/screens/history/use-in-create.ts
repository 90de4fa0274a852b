import type { LibraryItem } from '../../../contract/ipc/library.ts';
import { useApp } from '../../app/app-context.ts';
import { findForm } from '../create/find-form.ts';

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
        await draft.getState().addChosen(found.targets, [file]);
      }
    });
}
