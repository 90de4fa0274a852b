import type { Recovery } from '../../contract/embedded.ts';
import type { Profile } from '../../contract/profiles.ts';
import type { App } from '../app/app-context.ts';

/** Steps and ends of the text size, as in the settings. */
export const textScale = { min: 0.8, max: 1.6, step: 0.1 };

/** Name of a profile as shown: the embedded service has one in every language. */
export function toProfileTitle(
  app: Pick<App, 'text'>,
  profile: Pick<Profile, 'kind' | 'name'>,
): string {
  return profile.kind === 'embedded' ? app.text().t('status.this_computer') : profile.name;
}

/** Switches to a service and reports it. */
export async function activateProfile(app: App, profile: Profile): Promise<void> {
  if (await app.attempt(() => app.profiles.getState().activate(profile.id))) {
    const title = app.text().t('service.used', { name: toProfileTitle(app, profile) });
    app.notify({ tone: 'good', title });
  }
}

/** Restarts the local service; the outcome appears in its state. */
export function restartService(app: Pick<App, 'attempt' | 'service'>, recovery?: Recovery): void {
  void app.attempt(() => app.service.getState().restart(recovery));
}

/** Opens the form for a new service; an open form stays unchanged. */
export function openProfileForm(app: App): void {
  const { profileDraft, setProfileDraft, openSection } = app.view.getState();
  if (profileDraft === null) {
    setProfileDraft({ id: null, name: '', baseUrl: '', isDirty: false });
  }
  openSection('service');
}

/** Restarts the first run from its first step; not over a live output. */
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
