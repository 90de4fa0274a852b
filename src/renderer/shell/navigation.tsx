import { VenetianMask } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { useApp, useView } from '../app/app-context.ts';
import { screenIcons } from '../commands/screen-icons.ts';
import { useText } from '../i18n/use-text.ts';
import { type Screen, screens } from '../stores/view-store.ts';

/** The screens at the left, the settings at the bottom. */
export function Navigation() {
  const { t } = useText();
  return (
    <nav className="nav" aria-label={t('nav.label')}>
      <div className="brand">
        <Icon of={VenetianMask} />
        <span className="nav-label">{t('app.name')}</span>
      </div>
      <ul className="nav-list">
        {screens.map((screen) => (
          <li key={screen} className={screen === 'settings' ? 'nav-last' : undefined}>
            <ScreenLink screen={screen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ScreenLink({ screen }: { readonly screen: Screen }) {
  const { t } = useText();
  const { view } = useApp();
  const isCurrent = useView((state) => state.screen === screen);
  return (
    <a
      className="nav-link"
      href={`#${screen}`}
      data-screen={screen}
      aria-current={isCurrent ? 'page' : undefined}
      title={t(`nav.${screen}`)}
      draggable={false}
      onClick={(event) => {
        event.preventDefault();
        view.getState().goTo(screen);
      }}
    >
      <Icon of={screenIcons[screen]} />
      <span className="nav-label">{t(`nav.${screen}`)}</span>
    </a>
  );
}
