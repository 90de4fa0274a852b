import type { Profile } from '../../contract/profiles.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import { useApp, useProfiles } from '../app-context.ts';
import { profileTitle } from '../commands/commands.ts';
import type { TextKey } from '../i18n/en.ts';
import { activeProfile, type Check } from '../stores/profiles-store.ts';

/** The service in use and what is known of it. */
export interface ActiveService {
  readonly profile: Profile;
  readonly title: string;
  readonly check: Check | null;
  readonly tone: Tone;
  /** The state in a word or two. */
  readonly stateKey: TextKey;
}

const remoteStates = {
  checking: { tone: 'info', stateKey: 'status.checking' },
  connected: { tone: 'good', stateKey: 'status.connected' },
  failed: { tone: 'danger', stateKey: 'status.failed' },
} as const;

/** The service in use and what is known of it. */
export function useActiveService(): ActiveService {
  const app = useApp();
  const profile = useProfiles(activeProfile);
  const check = useProfiles((state) => state.checks[profile.id] ?? null);
  const base = { profile, check, title: profileTitle(app, profile) };
  if (profile.kind === 'embedded') {
    return { ...base, tone: 'idle', stateKey: 'status.no_service' };
  }
  return check === null
    ? { ...base, tone: 'idle', stateKey: 'status.unchecked' }
    : { ...base, ...remoteStates[check.state] };
}
