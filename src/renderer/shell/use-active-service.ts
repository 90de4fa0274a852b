import type { Profile } from '../../contract/profiles.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import { useApp, useProfiles, useService } from '../app/app-context.ts';
import { toProfileTitle } from '../commands/app-actions.ts';
import type { TextKey } from '../i18n/en/catalogue.ts';
import { requireActiveProfile, type Check } from '../stores/profiles-store.ts';

/** Service in use with its state. */
export interface ActiveService {
  readonly profile: Profile;
  readonly title: string;
  /** Base URL; null while the local service does not run. */
  readonly baseUrl: string | null;
  readonly check: Check | null;
  readonly tone: Tone;
  /** The state in a word or two. */
  readonly stateKey: TextKey;
}

/** Tone and word of each state of the service on this computer. */
export const embeddedStates = {
  starting: { tone: 'info', stateKey: 'status.starting' },
  running: { tone: 'good', stateKey: 'status.running' },
  failed: { tone: 'danger', stateKey: 'status.stopped' },
} as const;

const remoteStates = {
  checking: { tone: 'info', stateKey: 'status.checking' },
  connected: { tone: 'good', stateKey: 'status.connected' },
  failed: { tone: 'danger', stateKey: 'status.failed' },
} as const;

/** Service in use with its state. */
export function useActiveService(): ActiveService {
  const app = useApp();
  const profile = useProfiles(requireActiveProfile);
  const check = useProfiles((state) => state.checks[profile.id] ?? null);
  const embeddedState = useService(({ embedded }) => embedded.state);
  const embeddedUrl = useService(({ embedded }) =>
    embedded.state === 'running' ? embedded.baseUrl : null,
  );
  const { baseUrl } = profile;
  const base = { profile, check, baseUrl, title: toProfileTitle(app, profile) };
  if (profile.kind === 'embedded') {
    return { ...base, baseUrl: embeddedUrl, ...embeddedStates[embeddedState] };
  }
  return check === null
    ? { ...base, tone: 'idle', stateKey: 'status.unchecked' }
    : { ...base, ...remoteStates[check.state] };
}
