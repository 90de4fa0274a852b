import { ShortcutList } from '../../shell/shortcut-list.tsx';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';

/** The keyboard shortcuts, the same list as the map that `?` opens. */
export function ShortcutsSection() {
  const { t } = useText();
  return (
    <>
      <SectionHead title={t('shortcuts.title')}>{t('shortcuts.intro')}</SectionHead>
      <ShortcutList />
    </>
  );
}
