import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LanguageChoice } from '../../contract/languages.ts';
import { settingsSchema } from '../../contract/settings.ts';
import type { SettingsState } from '../stores/settings-store.ts';

/** A page after its start, with the English texts only. */
async function openPage(
  run: (action: () => Promise<void>) => Promise<void> = (action) => action(),
) {
  vi.resetModules();
  const { createCurrentText } = await import('../i18n/current-text.ts');
  const { syncLanguage } = await import('./sync-language.ts');
  const store = createStore<SettingsState>()(() => ({
    settings: settingsSchema.parse({ language: 'en' }),
    change: () => Promise.resolve(),
  }));
  const text = createCurrentText(() => store.getState().settings.language, ['es-MX']);
  const attempts: Promise<void>[] = [];
  syncLanguage(store, ['es-MX'], async (action) => {
    attempts.push(run(action));
    return true;
  });
  const shown: string[] = [];
  store.subscribe(() => shown.push(text().t('nav.settings')));
  const choose = (language: LanguageChoice): void =>
    store.setState(({ settings }) => ({ settings: { ...settings, language } }));
  const touch = (): void =>
    store.setState(({ settings }) => ({ settings: { ...settings, theme: 'light' } }));
  const settled = async (): Promise<void> => void (await Promise.all(attempts));
  return { text, shown, choose, touch, settled, attempts };
}

it('shows a language once its texts are there, and the one before until then', async () => {
  const { text, shown, choose, settled } = await openPage();
  expect(text().t('nav.settings')).toBe('Settings');
  choose('de');
  expect(text().language).toBe('en');
  await settled();
  expect(shown).toEqual(['Settings', 'Einstellungen']);
  expect(text()).toBe(text());
  choose('en');
  choose('de');
  expect(shown.slice(2)).toEqual(['Settings', 'Einstellungen']);
});

it('shows the language that was chosen last, whichever texts come last', async () => {
  const { text, choose, settled } = await openPage();
  choose('system');
  choose('de');
  choose('system');
  await settled();
  expect(text().language).toBe('es');
});

it('asks once for missing texts, and again when their language is chosen again', async () => {
  const { text, choose, touch, attempts } = await openPage(() => new Promise(() => undefined));
  choose('de');
  touch();
  touch();
  expect(attempts).toHaveLength(1);
  expect(text().language).toBe('en');
  choose('en');
  choose('de');
  expect(attempts).toHaveLength(2);
});
