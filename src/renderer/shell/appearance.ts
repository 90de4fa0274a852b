import type { Settings } from '../../contract/settings.ts';
import { resolveLanguage } from '../i18n/text.ts';
import type { SettingsStore } from '../stores/settings-store.ts';

/** Applies theme, language, text size and motion to the document, now and on every change. */
export function followAppearance(store: SettingsStore, target: Window): void {
  const darkDesktop = target.matchMedia('(prefers-color-scheme: dark)');
  const apply = ({ theme, language, motion, textScale }: Settings): void => {
    const root = target.document.documentElement;
    const desktop = darkDesktop.matches ? 'dark' : 'light';
    root.dataset['theme'] = theme === 'system' ? desktop : theme;
    root.dataset['motion'] = motion;
    root.lang = resolveLanguage(language, target.navigator.languages);
    root.style.setProperty('--text-scale', String(textScale));
  };
  apply(store.getState().settings);
  store.subscribe((state) => apply(state.settings));
  darkDesktop.addEventListener('change', () => apply(store.getState().settings));
}
