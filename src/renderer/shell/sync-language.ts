import type { Language } from '../../contract/languages.ts';
import { findCatalogue, loadCatalogue } from '../i18n/catalogues.ts';
import { resolveLanguage } from '../i18n/text.ts';
import type { SettingsState, SettingsStore } from '../stores/settings-store.ts';

/** Loads the texts of a chosen language, and then re-renders everything that shows texts. */
export function syncLanguage(
  store: SettingsStore,
  desktop: readonly string[],
  attempt: (action: () => Promise<void>) => Promise<boolean>,
): void {
  const resolve = ({ settings }: SettingsState): Language =>
    resolveLanguage(settings.language, desktop);
  let requested = resolve(store.getState());
  store.subscribe((state) => {
    const language = resolve(state);
    if (language === requested) {
      return; // Texts that could not be brought are asked for again when they are chosen again, and not before.
    }
    requested = language;
    if (findCatalogue(language) === null) {
      void attempt(async () => {
        await loadCatalogue(language);
        store.setState(({ settings }) => ({ settings: { ...settings } }));
      });
    }
  });
}
