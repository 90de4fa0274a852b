import type { Settings } from '../../contract/settings.ts';
import type { Text } from '../i18n/text.ts';
import type { SettingsStore } from '../stores/settings-store.ts';

/**
 * Applies theme, language, text size, motion and the layout width left by the text size to the document, now
 * and on every change.
 */
export function syncAppearance(store: SettingsStore, target: Window, text: () => Text): void {
  const darkDesktop = target.matchMedia('(prefers-color-scheme: dark)');
  const apply = ({ theme, motion, textScale }: Settings): void => {
    const root = target.document.documentElement;
    const desktop = darkDesktop.matches ? 'dark' : 'light';
    root.dataset['theme'] = theme === 'system' ? desktop : theme;
    root.dataset['motion'] = motion;
    root.lang = text().language;
    root.style.setProperty('--text-scale', String(textScale));
    root.dataset['layout'] = measureLayout(target);
  };
  apply(store.getState().settings);
  store.subscribe((state) => apply(state.settings));
  target.addEventListener('resize', () => {
    target.document.documentElement.dataset['layout'] = measureLayout(target);
  });
  darkDesktop.addEventListener('change', () => apply(store.getState().settings));
}

/** Width of the window in its text size, as one of three steps; where they end is set with the tokens. */
function measureLayout(target: Window): 'wide' | 'medium' | 'narrow' {
  const style = target.getComputedStyle(target.document.documentElement);
  const widthRem = target.innerWidth / Number.parseFloat(style.fontSize);
  if (widthRem < Number(style.getPropertyValue('--layout-narrow'))) {
    return 'narrow';
  }
  return widthRem < Number(style.getPropertyValue('--layout-medium')) ? 'medium' : 'wide';
}
