import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { ShortcutList } from './shortcut-list.tsx';

/** List of shortcuts that `?` opens, with a link to their settings. */
export function ShortcutMap({ onClose }: { readonly onClose: () => void }) {
  const { view } = useApp();
  const { t } = useText();
  return (
    <Dialog
      title={t('shortcuts.title')}
      closeLabel={t('action.close')}
      width="map"
      isOpen
      onClose={onClose}
      actions={
        <Button onPress={() => view.getState().openSection('shortcuts')}>
          {t('shortcuts.change')}
        </Button>
      }
    >
      <ShortcutList />
    </Dialog>
  );
}
