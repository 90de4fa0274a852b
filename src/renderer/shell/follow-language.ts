import { findCatalogue, loadCatalogue } from '../i18n/catalogues.ts';
import { resolveLanguage } from '../i18n/text.ts';
import type { SettingsStore } from '../stores/settings-store.ts';

/** Brings the texts of a language that is chosen, and has everything that shows settings show them then. */
export function followLanguage(
  store: SettingsStore,
  desktop: readonly string[],
  attempt: (action: () => Promise<void>) => Promise<boolean>,
): void {
  store.subscribe(({ settings }) => {
    const language = resolveLanguage(settings.language, desktop);
    if (findCatalogue(language) === null) {
      void attempt(async () => {
        await loadCatalogue(language);
        store.setState((state) => ({ settings: { ...state.settings } }));
      });
    }
  });
}
