import type { Recovery } from '../../contract/embedded.ts';
import {
  Bell,
  ALargeSmall,
  Circle,
  CircleHelp,
  Command as CommandIcon,
  Flag,
  Footprints,
  FolderOpen,
  History,
  ListVideo,
  Info,
  Languages,
  Plus,
  RotateCw,
  Server,
  SunMoon,
} from 'lucide-react';
import { languageChoiceSchema } from '../../contract/languages.ts';
import type { Profile } from '../../contract/profiles.ts';
import type { IconSymbol } from '../../ui/icon.tsx';
import type { App } from '../app/app-context.ts';
import type { TextKey } from '../i18n/en.ts';
import { screens } from '../stores/view-store.ts';
import type { KeyCombination } from './keys.ts';
import { screenIcons } from './screen-icons.ts';

/** The headings of the command list in their order. */
export const commandGroups = ['go', 'capture', 'service', 'appearance', 'app'] as const;

/** Something the user can do from anywhere. */
export interface Command {
  readonly id: string;
  readonly group: (typeof commandGroups)[number];
  readonly title: string;
  readonly icon: IconSymbol;
  readonly keys: KeyCombination | null;
  readonly run: () => void;
}

/** Steps and ends of the text size, as in the settings. */
export const textScale = { min: 0.8, max: 1.6, step: 0.1 };

const screenKeys = { live: 1, create: 2, voices: 3, history: 4, account: 5, settings: ',' };

/**
 * The one list of commands. Palette, shortcut map and keyboard are derived from it, so a command that
 * is here is in all three.
 */
export function listCommands(app: App): readonly Command[] {
  return [
    ...goCommands(app),
    ...captureCommands(app),
    ...serviceCommands(app),
    ...appearanceCommands(app),
    ...appCommands(app),
  ];
}

function goCommands(app: App): Command[] {
  const { t } = app.text();
  return screens.map((screen) => ({
    id: `go.${screen}`,
    group: 'go',
    title: t(`commands.go.${screen}`),
    icon: screenIcons[screen],
    keys: `mod+${screenKeys[screen]}`,
    run: () => app.view.getState().goTo(screen),
  }));
}

type CaptureAction = 'toggle_recording' | 'add_marker' | 'save_replay';

/** What has to be there first; null when it is. */
function findMissing({ captures, live, settings }: App, action: CaptureAction): TextKey | null {
  const { recording, replay } = captures.getState();
  switch (action) {
    case 'toggle_recording':
      return recording === null && live.getState().output === null
        ? 'commands.capture.no_output'
        : null;
    case 'add_marker':
      return recording?.phase === 'running' ? null : 'commands.capture.no_recording';
    case 'save_replay':
      if (replay !== null) {
        return null;
      }
      return settings.getState().settings.live.replaySeconds === 0
        ? 'commands.capture.replay_is_off'
        : 'commands.capture.no_output';
  }
}

/** Keys that are pressed while something happens: one hand, no modifier where no text can mean it. */
function captureCommands(app: App): Command[] {
  const { t } = app.text();
  const { recording } = app.captures.getState();
  const { replaySeconds } = app.settings.getState().settings.live;
  const capture = (
    command: Pick<Command, 'title' | 'icon' | 'keys'>,
    type: CaptureAction,
  ): Command => ({
    ...command,
    id: `capture.${type}`,
    group: 'capture',
    run: () => {
      const missing = findMissing(app, type);
      if (missing === null) {
        void app.attempt(() => app.act({ type }));
      } else {
        app.notify({ tone: 'info', title: t(missing) });
      }
    },
  });
  const isRunning = recording?.phase === 'running';
  return [
    capture(
      {
        title: t(isRunning ? 'output.record_end' : 'commands.capture.record'),
        icon: Circle,
        keys: 'mod+shift+r',
      },
      'toggle_recording',
    ),
    capture({ title: t('commands.capture.mark'), icon: Flag, keys: 'f2' }, 'add_marker'),
    capture(
      {
        title:
          replaySeconds === 0
            ? t('commands.capture.replay')
            : t('commands.capture.replay_seconds', { seconds: replaySeconds }),
        icon: History,
        keys: 'f4',
      },
      'save_replay',
    ),
  ];
}

function serviceCommands(app: App): Command[] {
  const { t } = app.text();
  const { list } = app.profiles.getState();
  const others = list.profiles.filter((profile) => profile.id !== list.activeId);
  return [
    {
      id: 'service.add',
      group: 'service',
      title: t('commands.service.add'),
      icon: Plus,
      keys: null,
      run: () => openProfileForm(app),
    },
    ...(app.service.getState().embedded.state === 'failed' ? [restartCommand(app)] : []),
    ...others.map((profile): Command => ({
      id: `service.use.${profile.id}`,
      group: 'service',
      title: t('commands.service.use', { name: profileTitle(app, profile) }),
      icon: Server,
      keys: null,
      run: () => void activateProfile(app, profile),
    })),
  ];
}

function restartCommand(app: App): Command {
  return {
    id: 'service.restart',
    group: 'service',
    title: app.text().t('commands.service.restart'),
    icon: RotateCw,
    keys: null,
    run: () => restartService(app),
  };
}

function appearanceCommands(app: App): Command[] {
  const { t } = app.text();
  const { settings, change } = app.settings.getState();
  const set = (patch: Parameters<typeof change>[0]) => () => void app.attempt(() => change(patch));
  const scaled = (steps: number): number => {
    const next = Math.round((settings.textScale + steps * textScale.step) * 10) / 10;
    return Math.min(textScale.max, Math.max(textScale.min, next));
  };
  const appearance = (command: Omit<Command, 'group' | 'keys'> & { keys?: KeyCombination }) => ({
    keys: null,
    ...command,
    group: 'appearance' as const,
  });
  return [
    appearance({
      id: 'theme.toggle',
      title: t('commands.theme.toggle'),
      icon: SunMoon,
      keys: 'mod+shift+l',
      run: () => set({ theme: shownTheme() === 'dark' ? 'light' : 'dark' })(),
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
      keys: 'mod+plus',
      run: set({ textScale: scaled(1) }),
    }),
    appearance({
      id: 'text.smaller',
      title: t('commands.text.smaller'),
      icon: ALargeSmall,
      keys: 'mod+-',
      run: set({ textScale: scaled(-1) }),
    }),
    appearance({
      id: 'text.normal',
      title: t('commands.text.normal'),
      icon: ALargeSmall,
      keys: 'mod+0',
      run: set({ textScale: 1 }),
    }),
  ];
}

function appCommands(app: App): Command[] {
  const { t } = app.text();
  const { setOverlay, openSection } = app.view.getState();
  const reveal = (folder: 'data' | 'results' | 'logs') => () =>
    void app.attempt(() => revealFolder(app, folder));
  const own = (command: Omit<Command, 'group' | 'keys'> & { keys?: KeyCombination }) => ({
    keys: null,
    ...command,
    group: 'app' as const,
  });
  return [
    own({
      id: 'app.commands',
      title: t('commands.palette'),
      icon: CommandIcon,
      keys: 'mod+k',
      run: () => setOverlay(app.view.getState().overlay === 'palette' ? null : 'palette'),
    }),
    own({
      id: 'app.shortcuts',
      title: t('commands.shortcuts'),
      icon: CircleHelp,
      keys: '?',
      run: () => setOverlay('shortcuts'),
    }),
    own({
      id: 'app.onboarding',
      title: t('commands.onboarding'),
      icon: Footprints,
      run: () => openOnboarding(app),
    }),
    own({
      id: 'app.queue',
      title: t('commands.queue'),
      icon: ListVideo,
      keys: 'mod+j',
      run: () => {
        setOverlay(null);
        app.queue.getState().setOpen(!app.queue.getState().isOpen);
      },
    }),
    own({
      id: 'app.messages',
      title: t('commands.messages'),
      icon: Bell,
      run: () => setOverlay('messages'),
    }),
    own({
      id: 'app.data',
      title: t('commands.folder.data'),
      icon: FolderOpen,
      run: reveal('data'),
    }),
    own({
      id: 'app.results',
      title: t('commands.folder.results'),
      icon: FolderOpen,
      run: reveal('results'),
    }),
    own({
      id: 'app.logs',
      title: t('commands.folder.logs'),
      icon: FolderOpen,
      run: reveal('logs'),
    }),
    own({
      id: 'app.about',
      title: t('commands.about'),
      icon: Info,
      run: () => openSection('about'),
    }),
  ];
}

/** Name of a profile as shown: the embedded service has one in every language. */
export function profileTitle(
  app: Pick<App, 'text'>,
  profile: Pick<Profile, 'kind' | 'name'>,
): string {
  return profile.kind === 'embedded' ? app.text().t('status.this_computer') : profile.name;
}

/** Takes a service into use and says so. */
export async function activateProfile(app: App, profile: Profile): Promise<void> {
  if (await app.attempt(() => app.profiles.getState().activate(profile.id))) {
    const title = app.text().t('service.used', { name: profileTitle(app, profile) });
    app.notify({ tone: 'good', title });
  }
}

/** Starts the service of this computer again; what comes of it is in its state. */
export function restartService(app: Pick<App, 'attempt' | 'service'>, recovery?: Recovery): void {
  void app.attempt(() => app.service.getState().restart(recovery));
}

/** Goes to the form for a new service; a form that is already open stays as it is. */
export function openProfileForm(app: App): void {
  const { profileDraft, setProfileDraft, openSection } = app.view.getState();
  if (profileDraft === null) {
    setProfileDraft({ id: null, name: '', baseUrl: '', isDirty: false });
  }
  openSection('service');
}

/** Shows the first steps again, from the first one; not above what others see. */
export function openOnboarding({ settings, view, live, notify, attempt, text }: App): void {
  if (live.getState().phase !== 'off') {
    notify({ tone: 'info', title: text().t('onboarding.on_air') });
    return;
  }
  const { onboarding } = settings.getState().settings;
  void attempt(() =>
    settings.getState().change({ onboarding: { ...onboarding, step: 'devices' } }),
  );
  view.getState().goTo('live');
  view.getState().setOverlay('onboarding');
}

/** Shows a folder of the app in the file manager. */
export async function revealFolder(
  app: Pick<App, 'bridge'>,
  folder: 'data' | 'results' | 'logs',
): Promise<void> {
  await app.bridge.call('app.reveal', { folder });
}

function shownTheme(): string | undefined {
  return document.documentElement.dataset['theme'];
}
