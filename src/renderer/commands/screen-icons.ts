import {
  AudioLines,
  BookOpen,
  Boxes,
  Camera,
  CircleDot,
  Clapperboard,
  FileAudio,
  HardDrive,
  History,
  Image,
  Info,
  Keyboard,
  LifeBuoy,
  ListChecks,
  MonitorPlay,
  Palette,
  Radio,
  Server,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react';
import type { LibraryKind } from '../../contract/ipc/library.ts';
import type { IconSymbol } from '../../ui/icon.tsx';
import type { Screen, SettingsSection } from '../stores/view-store.ts';

/** The symbol of each screen. */
export const screenIcons: Readonly<Record<Screen, IconSymbol>> = {
  live: Radio,
  create: Clapperboard,
  voices: AudioLines,
  history: History,
  account: UserRound,
  settings: Settings,
};

/** The symbol of each section of the settings. */
export const sectionIcons: Readonly<Record<SettingsSection, IconSymbol>> = {
  appearance: Palette,
  service: Server,
  devices: Camera,
  safety: ShieldCheck,
  jobs: ListChecks,
  models: Boxes,
  shortcuts: Keyboard,
  control: SlidersHorizontal,
  obs: MonitorPlay,
  storage: HardDrive,
  diagnostics: LifeBuoy,
  guide: BookOpen,
  about: Info,
};

/** The symbol of each kind of the library. */
export const kindIcons: Readonly<Record<LibraryKind, IconSymbol>> = {
  job: Clapperboard,
  recording: CircleDot,
  snapshot: Image,
  conversion: FileAudio,
  session: Radio,
};
