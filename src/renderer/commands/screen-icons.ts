import { AudioLines, Clapperboard, History, Radio, Settings, UserRound } from 'lucide-react';
import type { IconSymbol } from '../../ui/icon.tsx';
import type { Screen } from '../stores/view-store.ts';

/** The symbol of each screen. */
export const screenIcons: Readonly<Record<Screen, IconSymbol>> = {
  live: Radio,
  create: Clapperboard,
  voices: AudioLines,
  history: History,
  account: UserRound,
  settings: Settings,
};
