import {
  ALargeSmall,
  Bell,
  CircleHelp,
  Command as CommandIcon,
  FolderOpen,
  Footprints,
  Info,
  Languages,
  PanelBottom,
  Plus,
  RotateCw,
  Server,
  SunMoon,
} from 'lucide-react';
import { languageChoiceSchema } from '../../contract/languages.ts';
import type { App } from '../app/app-context.ts';
import {
  activateProfile,
  openOnboarding,
  openProfileForm,
  toProfileTitle,
  restartService,
  revealFolder,
  textScale,
} from '../commands/app-actions.ts';
import type { CommandSpec } from '../commands/command.ts';
import { screenIcons } from '../commands/screen-icons.ts';
import { screens } from '../stores/view-store.ts';

const screenKeys = { live: 1, create: 2, voices: 3, history: 4, account: 5, settings: ',' };

/** Commands that open the screens. */
export function listGoCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  return screens.map((screen) => ({
    id: `go.${screen}`,
    group: 'go',
    title: t(`commands.go.${screen}`),
    icon: screenIcons[screen],
    usualKeys: `CommandOrControl+${screenKeys[screen]}`,
    run: () => app.view.getState().goTo(screen),
  }));
}

/** Commands for the configured services. */
export function listServiceCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { list } = app.profiles.getState();
  const hasFailed = app.service.getState().embedded.state === 'failed';
  return [
    {
      id: 'service.add',
      group: 'service',
      title: t('commands.service.add'),
      icon: Plus,
      run: () => openProfileForm(app),
    },
    {
      id: 'service.restart',
      group: 'service',
      title: t('commands.service.restart'),
      icon: RotateCw,
      missing: hasFailed ? null : 'commands.missing.service_runs',
      run: () => restartService(app),
    },
    ...list.profiles.map((profile): CommandSpec => ({
      id: `service.use.${profile.id}`,
      group: 'service',
      title: t('commands.service.use', { name: toProfileTitle(app, profile) }),
      icon: Server,
      missing: profile.id === list.activeId ? 'commands.missing.service_used' : null,
      run: () => void activateProfile(app, profile),
    })),
  ];
}

/** Commands for appearance and language. */
export function listAppearanceCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { settings, change } = app.settings.getState();
  const set = (patch: Parameters<typeof change>[0]) => () => void app.attempt(() => change(patch));
  const scaled = (steps: number): number => {
    const next = Math.round((settings.textScale + steps * textScale.step) * 10) / 10;
    return Math.min(textScale.max, Math.max(textScale.min, next));
  };
  const appearance = (spec: Omit<CommandSpec, 'group'>): CommandSpec => ({
    ...spec,
    group: 'appearance',
  });
  return [
    appearance({
      id: 'theme.toggle',
      title: t('commands.theme.toggle'),
      icon: SunMoon,
      usualKeys: 'CommandOrControl+Shift+L',
      run: () => set({ theme: findShownTheme() === 'dark' ? 'light' : 'dark' })(),
    }),
    ...(['system', 'dark', 'light'] as const).map((theme) =>
      appearance({
        id: `theme.${theme}`,
        title: t(`commands.theme.${theme}`),
        icon: SunMoon,
        run: set({ theme }),
      }),
    ),
    ...languageChoiceSchema.options.map((language) =>
      appearance({
        id: `language.${language}`,
        title: t(`commands.language.${language}`),
        icon: Languages,
        run: set({ language }),
      }),
    ),
    appearance({
      id: 'text.larger',
      title: t('commands.text.larger'),
      icon: ALargeSmall,
      usualKeys: 'CommandOrControl+Plus',
      run: set({ textScale: scaled(1) }),
    }),
    appearance({
      id: 'text.smaller',
      title: t('commands.text.smaller'),
      icon: ALargeSmall,
      usualKeys: 'CommandOrControl+-',
      run: set({ textScale: scaled(-1) }),
    }),
    appearance({
      id: 'text.normal',
      title: t('commands.text.normal'),
      icon: ALargeSmall,
      usualKeys: 'CommandOrControl+0',
      run: set({ textScale: 1 }),
    }),
  ];
}

/** Commands for the app as a whole. */
export function listAppCommands(app: App): CommandSpec[] {
  const { t } = app.text();
  const { setOverlay, openSection } = app.view.getState();
  const own = (spec: Omit<CommandSpec, 'group'>): CommandSpec => ({ ...spec, group: 'app' });
  const folder = (name: 'data' | 'results' | 'logs'): CommandSpec =>
    own({
      id: `app.${name}`,
      title: t(`commands.folder.${name}`),
      icon: FolderOpen,
      run: () => void app.attempt(() => revealFolder(app, name)),
    });
  return [
    own({
      id: 'app.commands',
      title: t('commands.palette'),
      icon: CommandIcon,
      usualKeys: 'CommandOrControl+K',
      run: () => setOverlay(app.view.getState().overlay === 'palette' ? null : 'palette'),
    }),
    own({
      id: 'app.shortcuts',
      title: t('commands.shortcuts'),
      icon: CircleHelp,
      usualKeys: '?',
      run: () => setOverlay('shortcuts'),
    }),
    own({
      id: 'app.onboarding',
      title: t('commands.onboarding'),
      icon: Footprints,
      missing: app.live.getState().phase === 'off' ? null : 'onboarding.on_air',
      run: () => openOnboarding(app),
    }),
    own({
      id: 'app.messages',
      title: t('commands.messages'),
      icon: Bell,
      run: () => setOverlay('messages'),
    }),
    ...(app.desktop.getState().hasTray ? [trayCommand(app)] : []),
    folder('data'),
    folder('results'),
    folder('logs'),
    own({
      id: 'app.about',
      title: t('commands.about'),
      icon: Info,
      run: () => openSection('about'),
    }),
  ];
}

/** Available when the desktop has a tray. */
function trayCommand(app: App): CommandSpec {
  const { settings, change } = app.settings.getState();
  return {
    id: 'app.tray',
    group: 'app',
    title: app.text().t(`commands.tray_${settings.hasTray ? 'off' : 'on'}`),
    icon: PanelBottom,
    run: () => void app.attempt(() => change({ hasTray: !settings.hasTray })),
  };
}

function findShownTheme(): string | undefined {
  return document.documentElement.dataset['theme'];
}
