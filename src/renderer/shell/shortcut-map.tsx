import { Dialog } from '../../ui/dialog.tsx';
import { useText } from '../i18n/use-text.ts';
import { ShortcutList } from './shortcut-list.tsx';

/** The map of shortcuts that `?` opens. */
export function ShortcutMap({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog
      title={t('shortcuts.title')}
      closeLabel={t('action.close')}
      width="map"
      isOpen
      onClose={onClose}
    >
      <ShortcutList />
    </Dialog>
  );
}
