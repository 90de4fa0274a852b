import { type ComponentType, lazy } from 'react';
import { LiveScreen } from './live/live-screen.tsx';
import type { Screen } from '../stores/view-store.ts';

/** Screens other than the first are loaded after the first view. */
const views: Readonly<Record<Screen, ComponentType>> = {
  live: LiveScreen,
  create: lazy(async () => ({
    default: (await import('./create/create-screen.tsx')).CreateScreen,
  })),
  voices: lazy(async () => ({
    default: (await import('./voices/voices-screen.tsx')).VoicesScreen,
  })),
  history: lazy(async () => ({
    default: (await import('./history/history-screen.tsx')).HistoryScreen,
  })),
  account: lazy(async () => ({
    default: (await import('./account/account-screen.tsx')).AccountScreen,
  })),
  settings: lazy(async () => ({
    default: (await import('./settings/settings-screen.tsx')).SettingsScreen,
  })),
};

/** The screen with a name. */
export function ScreenView({ screen }: { readonly screen: Screen }) {
  const View = views[screen];
  return (
    <div
      className="page"
      data-width={screen === 'live' || screen === 'history' ? 'full' : undefined}
    >
      <View />
    </div>
  );
}
