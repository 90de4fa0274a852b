import {
  Boxes,
  Camera,
  HardDrive,
  Info,
  LifeBuoy,
  Keyboard,
  ListChecks,
  MonitorPlay,
  Palette,
  Server,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SectionTabs } from '../../../ui/section-tabs.tsx';
import { useApp, useView } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import '../../app/screens.css';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { ControlSection } from './control-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { ObsSection } from './obs-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { SafetySection } from './safety-section.tsx';
import { ServiceSection } from './service-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { StorageSection } from './storage-section.tsx';

/** Everything that can be set, in sections. */
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
        sections={[
          {
            id: 'appearance',
            label: t('settings.appearance'),
            icon: Palette,
            content: <AppearanceSection />,
          },
          {
            id: 'service',
            label: t('settings.service'),
            icon: Server,
            content: <ServiceSection />,
          },
          {
            id: 'devices',
            label: t('settings.devices'),
            icon: Camera,
            content: <DevicesSection />,
          },
          {
            id: 'safety',
            label: t('settings.safety'),
            icon: ShieldCheck,
            content: <SafetySection />,
          },
          {
            id: 'jobs',
            label: t('settings.jobs'),
            icon: ListChecks,
            content: <JobsSection />,
          },
          {
            id: 'models',
            label: t('settings.models'),
            icon: Boxes,
            content: <ModelsSection />,
          },
          {
            id: 'shortcuts',
            label: t('settings.shortcuts'),
            icon: Keyboard,
            content: <ShortcutsSection />,
          },
          {
            id: 'control',
            label: t('settings.control'),
            icon: SlidersHorizontal,
            content: <ControlSection />,
          },
          { id: 'obs', label: t('settings.obs'), icon: MonitorPlay, content: <ObsSection /> },
          {
            id: 'storage',
            label: t('settings.storage'),
            icon: HardDrive,
            content: <StorageSection />,
          },
          {
            id: 'diagnostics',
            label: t('settings.diagnostics'),
            icon: LifeBuoy,
            content: <DiagnosticsSection />,
          },
          { id: 'about', label: t('settings.about'), icon: Info, content: <AboutSection /> },
        ]}
      />
    </>
  );
}
