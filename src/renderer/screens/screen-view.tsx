import { type ComponentType, lazy } from 'react';
import type { Screen } from '../stores/view-store.ts';
import { AccountScreen } from './account-screen.tsx';
import { HistoryScreen } from './history/history-screen.tsx';
import { LiveScreen } from './live/live-screen.tsx';
import { VoicesScreen } from './voices/voices-screen.tsx';

const views: Readonly<Record<Screen, ComponentType>> = {
  live: LiveScreen,
  create: lazy(async () => ({
    default: (await import('./create/create-screen.tsx')).CreateScreen,
  })),
  voices: VoicesScreen,
  history: HistoryScreen,
  account: AccountScreen,
  settings: lazy(async () => ({
    default: (await import('./settings/settings-screen.tsx')).SettingsScreen,
  })),
};

/** The screen with a name. */
export function ScreenView({ screen }: { readonly screen: Screen }) {
  const View = views[screen];
  return (
    <div className="page" data-width={screen === 'live' ? 'full' : undefined}>
      <View />
    </div>
  );
}
