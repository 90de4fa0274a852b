import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { invariant } from '../../base/errors.ts';
import type { About, Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { Toasts, ToastText } from '../../ui/toast.tsx';
import type { Command } from '../commands/command.ts';
import type { Text } from '../i18n/text.ts';
import type { CapturesState, CapturesStore } from '../live/captures-store.ts';
import type { VirtualCameraState, VirtualCameraStore } from '../live/virtual-camera-store.ts';
import type {
  VirtualMicrophoneState,
  VirtualMicrophoneStore,
} from '../changer/virtual-microphone-store.ts';
import type { CharactersState, CharactersStore } from '../live/characters-store.ts';
import type { LiveStoreState, LiveStore } from '../live/live-view.ts';
import type { TalkState, TalkStore } from '../live/talk/talk-store.ts';
import type { ControlStore, ControlStoreState } from '../control/control-store.ts';
import type { ConversionState, ConversionStore } from '../stores/conversion-store.ts';
import type { DevicesState, DevicesStore } from '../stores/devices-store.ts';
import type { DraftState, DraftStore } from '../stores/draft-store.ts';
import type { MessagesState, MessagesStore } from '../messages/messages-store.ts';
import type { DesktopState, DesktopStore } from '../stores/desktop-store.ts';
import type { HotkeysState, HotkeysStore } from '../stores/hotkeys-store.ts';
import type { JobsState, JobsStore } from '../stores/jobs-store.ts';
import type { PersonsState, PersonsStore } from '../stores/persons-store.ts';
import type { SpendState, SpendStore } from '../live/spend-store.ts';
import type { PresetsState, PresetsStore } from '../presets/presets-store.ts';
import type { QueueStore, QueueStoreState } from '../queue/queue-store.ts';
import type { ProfilesState, ProfilesStore } from '../stores/profiles-store.ts';
import type { ServiceState, ServiceStore } from '../stores/service-store.ts';
import type { SettingsState, SettingsStore } from '../stores/settings-store.ts';
import type { ViewStoreState, ViewStore } from '../stores/view-store.ts';
import type { ChangerStore } from '../changer/changer-view.ts';
import type { VoicesState, VoicesStore } from '../stores/voices-store.ts';
import type { WatchStore, WatchStoreState } from '../stores/watch-store.ts';

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

/** A part of the settings, drawn again when it changes. */
export function useSettings<T>(select: (state: SettingsState) => T): T {
  return useStore(useApp().settings, select);
}

/** A part of the profiles, drawn again when it changes. */
export function useProfiles<T>(select: (state: ProfilesState) => T): T {
  return useStore(useApp().profiles, select);
}

/** A part of the embedded service's state, drawn again when it changes. */
export function useService<T>(select: (state: ServiceState) => T): T {
  return useStore(useApp().service, select);
}

/** A part of the view, drawn again when it changes. */
export function useView<T>(select: (state: ViewStoreState) => T): T {
  return useStore(useApp().view, select);
}

/** A part of the devices, drawn again when it changes. */
export function useDevices<T>(select: (state: DevicesState) => T): T {
  return useStore(useApp().devices, select);
}

/** A part of the jobs, drawn again when it changes. */
export function useJobs<T>(select: (state: JobsState) => T): T {
  return useStore(useApp().jobs, select);
}

/** A part of the queue of jobs, drawn again when it changes. */
export function useQueue<T>(select: (state: QueueStoreState) => T): T {
  return useStore(useApp().queue, select);
}

/** A part of being live, drawn again when it changes. */
export function useLive<T>(select: (state: LiveStoreState) => T): T {
  return useStore(useApp().live, select);
}

/** Selects a part of the talk state and re-renders when it changes. */
export function useTalk<T>(select: (state: TalkState) => T): T {
  return useStore(useApp().talk, select);
}

/** A part of the gallery of characters, drawn again when it changes. */
export function useCharacters<T>(select: (state: CharactersState) => T): T {
  return useStore(useApp().characters, select);
}

/** A part of the question about persons, drawn again when it changes. */
export function usePersons<T>(select: (state: PersonsState) => T): T {
  return useStore(useApp().persons, select);
}

/** A part of the control API, drawn again when it changes. */
export function useControl<T>(select: (state: ControlStoreState) => T): T {
  return useStore(useApp().control, select);
}

/** A part of the virtual camera’s state, drawn again when it changes. */
export function useVirtualCamera<T>(select: (state: VirtualCameraState) => T): T {
  return useStore(useApp().virtualCamera, select);
}

/** A part of the messages, drawn again when it changes. */
export function useMessages<T>(select: (state: MessagesState) => T): T {
  return useStore(useApp().messages, select);
}

/** A part of the presets, drawn again when it changes. */
export function usePresets<T>(select: (state: PresetsState) => T): T {
  return useStore(useApp().presets, select);
}

/** A part of the limit of spending, drawn again when it changes. */
export function useSpend<T>(select: (state: SpendState) => T): T {
  return useStore(useApp().spend, select);
}

/** Selects a part of the desktop state and re-renders when it changes. */
export function useDesktop<T>(select: (state: DesktopState) => T): T {
  return useStore(useApp().desktop, select);
}

/** A part of the keys that work from anywhere, drawn again when it changes. */
export function useHotkeys<T>(select: (state: HotkeysState) => T): T {
  return useStore(useApp().hotkeys, select);
}

/** A part of the virtual microphone’s state, drawn again when it changes. */
export function useVirtualMicrophone<T>(select: (state: VirtualMicrophoneState) => T): T {
  return useStore(useApp().virtualMicrophone, select);
}

/** A part of the recordings, drawn again when it changes. */
export function useCaptures<T>(select: (state: CapturesState) => T): T {
  return useStore(useApp().captures, select);
}

/** A part of the job that is being put together, drawn again when it changes. */
export function useDraft<T>(select: (state: DraftState) => T): T {
  return useStore(useApp().draft, select);
}

/** A part of the voices, drawn again when it changes. */
export function useVoices<T>(select: (state: VoicesState) => T): T {
  return useStore(useApp().voices, select);
}

/** A part of the recording that is converted, drawn again when it changes. */
export function useConversion<T>(select: (state: ConversionState) => T): T {
  return useStore(useApp().conversion, select);
}

/** A part of the watched folder’s state, drawn again when it changes. */
export function useWatch<T>(select: (state: WatchStoreState) => T): T {
  return useStore(useApp().watch, select);
}
