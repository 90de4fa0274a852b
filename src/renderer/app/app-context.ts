import { createContext, use } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { invariant } from '../../base/errors.ts';
import type { About, Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { Toasts, ToastText } from '../../ui/toast.tsx';
import type { Command } from '../commands/command.ts';
import type { Text } from '../i18n/text.ts';
import type { CapturesStore } from '../live/captures/captures-store.ts';
import type { VirtualCameraStore } from '../live/output/virtual-camera-store.ts';
import type { VirtualMicrophoneStore } from '../changer/virtual-microphone-store.ts';
import type { CharactersStore } from '../live/characters-store.ts';
import type { LiveStore } from '../live/session/live-view.ts';
import type { TalkStore } from '../live/talk/talk-store.ts';
import type { ControlStore } from '../control/control-store.ts';
import type { ConversionStore } from '../stores/conversion-store.ts';
import type { DevicesStore } from '../stores/devices-store.ts';
import type { DraftStore } from '../stores/draft-store.ts';
import type { MessagesStore } from '../messages/messages-store.ts';
import type { DesktopStore } from '../stores/desktop-store.ts';
import type { HotkeysStore } from '../stores/hotkeys-store.ts';
import type { JobsStore } from '../stores/jobs-store.ts';
import type { PersonsStore } from '../stores/persons-store.ts';
import type { SpendStore } from '../live/spending/spend-store.ts';
import type { PresetsStore } from '../presets/presets-store.ts';
import type { QueueStore } from '../queue/queue-store.ts';
import type { ProfilesStore } from '../stores/profiles-store.ts';
import type { ServiceStore } from '../stores/service-store.ts';
import type { SettingsStore } from '../stores/settings-store.ts';
import type { ViewStore } from '../stores/view-store.ts';
import type { ChangerStore } from '../changer/changer-view.ts';
import type { VoicesStore } from '../stores/voices-store.ts';
import type { WatchStore } from '../stores/watch-store.ts';

/** Stores and services that the parts of the page share; made once, in `start.ts`. */
export interface App {
  readonly bridge: Bridge<Ipc>;
  readonly about: About;
  readonly settings: SettingsStore;
  readonly profiles: ProfilesStore;
  readonly service: ServiceStore;
  readonly view: ViewStore;
  readonly devices: DevicesStore;
  readonly jobs: JobsStore;
  readonly queue: QueueStore;
  readonly watch: WatchStore;
  readonly draft: DraftStore;
  readonly changer: ChangerStore;
  readonly voices: VoicesStore;
  readonly conversion: ConversionStore;
  readonly live: LiveStore;
  readonly talk: TalkStore;
  readonly characters: CharactersStore;
  readonly captures: CapturesStore;
  readonly virtualCamera: VirtualCameraStore;
  readonly virtualMicrophone: VirtualMicrophoneStore;
  readonly persons: PersonsStore;
  readonly control: ControlStore;
  readonly hotkeys: HotkeysStore;
  readonly desktop: DesktopStore;
  readonly presets: PresetsStore;
  readonly spend: SpendStore;
  readonly toasts: Toasts;
  readonly messages: MessagesStore;
  /** Texts of the language that is shown now. */
  readonly text: () => Text;
  /** Shows a toast and stores it as a message; the returned function removes both. */
  readonly notify: (toast: ToastText) => () => void;
  /** Commands that are available everywhere, in their current state. */
  readonly commands: () => readonly Command[];
  /** Carries out a command or a request from outside the window. Throws the reason of a refusal. */
  readonly act: (action: LiveAction) => Promise<void>;
  /** Runs an action of the user; a failure becomes a toast. Returns whether it succeeded. */
  readonly attempt: (action: () => Promise<void>) => Promise<boolean>;
}

/** Carries {@link App} to every part of the page. */
export const AppContext = createContext<App | null>(null);

/** Stores and services that all parts of the page share. */
export function useApp(): App {
  const app = use(AppContext);
  invariant(app, 'The page is drawn inside an AppContext.');
  return app;
}

/** Makes the hook of a store: it selects a part of the state, and draws again when that changes. */
function createHook<S>(find: (app: App) => StoreApi<S>): <T>(select: (state: S) => T) => T {
  return function useSelected(select) {
    return useStore(find(useApp()), select);
  };
}

/** A part of the settings, drawn again when it changes. */
export const useSettings = createHook(({ settings }) => settings);

/** A part of the profiles, drawn again when it changes. */
export const useProfiles = createHook(({ profiles }) => profiles);

/** A part of the embedded service's state, drawn again when it changes. */
export const useService = createHook(({ service }) => service);

/** A part of the view, drawn again when it changes. */
export const useView = createHook(({ view }) => view);

/** A part of the devices, drawn again when it changes. */
export const useDevices = createHook(({ devices }) => devices);

/** A part of the jobs, drawn again when it changes. */
export const useJobs = createHook(({ jobs }) => jobs);

/** A part of the queue of jobs, drawn again when it changes. */
export const useQueue = createHook(({ queue }) => queue);

/** A part of being live, drawn again when it changes. */
export const useLive = createHook(({ live }) => live);

/** Selects a part of the talk state and re-renders when it changes. */
export const useTalk = createHook(({ talk }) => talk);

/** A part of the gallery of characters, drawn again when it changes. */
export const useCharacters = createHook(({ characters }) => characters);

/** A part of the question about persons, drawn again when it changes. */
export const usePersons = createHook(({ persons }) => persons);

/** A part of the control API, drawn again when it changes. */
export const useControl = createHook(({ control }) => control);

/** A part of the virtual camera’s state, drawn again when it changes. */
export const useVirtualCamera = createHook(({ virtualCamera }) => virtualCamera);

/** A part of the messages, drawn again when it changes. */
export const useMessages = createHook(({ messages }) => messages);

/** A part of the presets, drawn again when it changes. */
export const usePresets = createHook(({ presets }) => presets);

/** A part of the limit of spending, drawn again when it changes. */
export const useSpend = createHook(({ spend }) => spend);

/** Selects a part of the desktop state and re-renders when it changes. */
export const useDesktop = createHook(({ desktop }) => desktop);

/** A part of the keys that work from anywhere, drawn again when it changes. */
export const useHotkeys = createHook(({ hotkeys }) => hotkeys);

/** A part of the virtual microphone’s state, drawn again when it changes. */
export const useVirtualMicrophone = createHook(({ virtualMicrophone }) => virtualMicrophone);

/** A part of the recordings, drawn again when it changes. */
export const useCaptures = createHook(({ captures }) => captures);

/** A part of the job that is being put together, drawn again when it changes. */
export const useDraft = createHook(({ draft }) => draft);

/** A part of the voices, drawn again when it changes. */
export const useVoices = createHook(({ voices }) => voices);

/** A part of the recording that is converted, drawn again when it changes. */
export const useConversion = createHook(({ conversion }) => conversion);

/** A part of the watched folder’s state, drawn again when it changes. */
export const useWatch = createHook(({ watch }) => watch);
