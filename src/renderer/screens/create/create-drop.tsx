import { FilePlus2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { useApp, useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import './create.css';
import { listFileTargets } from './shown-form.ts';
import { usePaste } from './use-paste.ts';

/**
 * Makes the whole screen a drop target: each file goes to the form field of its kind, beside the existing ones.
 */
export function CreateDrop({ children }: { readonly children: ReactNode }) {
  const { draft, view } = useApp();
  const { t } = useText();
  const feature = useDraft((state) => state.feature);
  usePaste();
  const targets = listFileTargets(feature);
  useEffect(() => {
    void draft.getState().inspectAgain(listFileTargets(feature));
  }, [draft, feature]);
  const drop = useFileDrop((files) => {
    view.getState().openJob(null);
    void draft.getState().addAnywhere(targets, files);
  });
  return (
    <div className="create-screen" {...drop}>
      {children}
      {drop['data-over'] ? (
        <div className="create-over" aria-hidden="true">
          <Icon of={FilePlus2} size="large" />
          {t('create.drop_here')}
        </div>
      ) : null}
    </div>
  );
}
