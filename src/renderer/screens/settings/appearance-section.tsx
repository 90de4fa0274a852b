import { Rows, Row } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { languageChoiceSchema } from '../../../contract/languages.ts';
import type { SettingsPatch } from '../../../contract/settings.ts';
import { useApp, useSettings } from '../../app/app-context.ts';
import { textScale } from '../../commands/app-actions.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';

const themes = ['system', 'dark', 'light'] as const;
const languages = languageChoiceSchema.options;
const motions = ['system', 'reduced'] as const;

/** Theme, language, text size and motion; each applies at once. */
export function AppearanceSection() {
  const { attempt } = useApp();
  const { t } = useText();
  const { settings, change } = useSettings((state) => state);
  const set = (patch: SettingsPatch): void => void attempt(() => change(patch));
  return (
    <>
      <SectionHead title={t('settings.appearance')} />
      <Rows>
        <Row title={t('appearance.theme')} hint={t('appearance.theme_hint')}>
          <Segmented
            label={t('appearance.theme')}
            value={settings.theme}
            options={themes.map((id) => ({ id, label: t(`appearance.theme.${id}`) }))}
            onChange={(theme) => set({ theme })}
          />
        </Row>
        <Row title={t('appearance.language')} hint={t('appearance.language_hint')}>
          <Select
            label={t('appearance.language')}
            isLabelHidden
            value={settings.language}
            placeholder={t('appearance.language')}
            options={languages.map((id) => ({ id, label: t(`appearance.language.${id}`) }))}
            onChange={(id) => set({ language: languages.find((language) => language === id) })}
          />
        </Row>
        <Row title={t('appearance.text_size')} hint={t('appearance.text_size_hint')}>
          <Slider
            label={t('appearance.text_size')}
            value={settings.textScale}
            min={textScale.min}
            max={textScale.max}
            step={textScale.step}
            format={{ style: 'percent' }}
            onChange={(textScale) => set({ textScale })}
          />
        </Row>
        <Row title={t('appearance.motion')} hint={t('appearance.motion_hint')}>
          <Segmented
            label={t('appearance.motion')}
            value={settings.motion}
            options={motions.map((id) => ({ id, label: t(`appearance.motion.${id}`) }))}
            onChange={(motion) => set({ motion })}
          />
        </Row>
      </Rows>
    </>
  );
}
