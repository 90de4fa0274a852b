import { ShortcutList } from '../../shell/shortcut-list.tsx';
import { useText } from '../../i18n/use-text.ts';
import { HotkeyRows } from './hotkey-rows.tsx';
import { SectionHead } from './section-head.tsx';

/** The keys that work from anywhere, and those of the window: the same list as the map that `?` opens. */
export function ShortcutsSection() {
  const { t } = useText();
  return (
    <>
      <SectionHead title={t('hotkeys.title')}>{t('hotkeys.intro')}</SectionHead>
      <HotkeyRows />
      <SectionHead title={t('shortcuts.title')}>{t('shortcuts.intro')}</SectionHead>
      <ShortcutList />
    </>
  );
}
