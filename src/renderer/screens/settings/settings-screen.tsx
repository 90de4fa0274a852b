import type { ReactNode } from 'react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SectionTabs } from '../../../ui/section-tabs.tsx';
import { useApp, useView } from '../../app/app-context.ts';
import { sectionIcons } from '../../commands/screen-icons.ts';
import { useText } from '../../i18n/use-text.ts';
import { type SettingsSection, settingsSections } from '../../stores/view-store.ts';
import '../../app/screens.css';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ControlSection } from './control-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { ObsSection } from './obs/obs-section.tsx';
import { GuideSection } from './guide-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { SafetySection } from './storage/safety-section.tsx';
import { ServiceSection } from './service/service-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { StorageSection } from './storage/storage-section.tsx';

const contents: Readonly<Record<SettingsSection, () => ReactNode>> = {
  appearance: AppearanceSection,
  service: ServiceSection,
  devices: DevicesSection,
  safety: SafetySection,
  jobs: JobsSection,
  models: ModelsSection,
  shortcuts: ShortcutsSection,
  control: ControlSection,
  obs: ObsSection,
  storage: StorageSection,
  diagnostics: DiagnosticsSection,
  guide: GuideSection,
  about: AboutSection,
};

/** All settings, in sections. */
export function SettingsScreen() {
  const { view } = useApp();
  const { t } = useText();
  const section = useView((state) => state.section);
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <SectionTabs
        label={t('settings.sections')}
        selected={section}
        onSelect={(id) => view.getState().openSection(id)}
        sections={settingsSections.map((id) => {
          const Section = contents[id];
          return { id, label: t(`settings.${id}`), icon: sectionIcons[id], content: <Section /> };
        })}
      />
    </>
  );
}
