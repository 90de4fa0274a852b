import { embeddedProfileId } from '../../../contract/profiles.ts';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import type { App } from '../../app/app-context.ts';

/** Time without a visible preview after which it is ended, in milliseconds. */
const unseenMs = 30_000;

/** Previews the character before the user is live, while they watch and when it is free. */
export function syncPreview(app: App): void {
  const { live, settings, profiles, service, characters, view } = app;
  let isWatched = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = (): void => live.getState().wishPreview(isWatched ? findPreviewChoice(app) : null);
  const watch = (): void => {
    const isSeen = document.visibilityState === 'visible' && view.getState().screen === 'live';
    clearTimeout(timer);
    if (isSeen) {
      isWatched = true;
    } else if (isWatched) {
      // A look at another screen costs no new start.
      timer = setTimeout(() => {
        isWatched = false;
        update();
      }, unseenMs);
    }
    update();
  };

  /** Choosing a character or starting the camera announces going live: slow work is done in advance. */
  const prepare = (): void => {
    if (live.getState().phase === 'off') {
      void live.getState().prepare(settings.getState().settings.live.characterId);
    }
  };

  watch();
  document.addEventListener('visibilitychange', watch);
  view.subscribe(({ screen }, before) => {
    if (screen !== before.screen) {
      watch();
    }
  });
  settings.subscribe(({ settings: { live: choice } }, before) => {
    update();
    if (choice.characterId !== before.settings.live.characterId && choice.characterId !== null) {
      prepare();
    }
  });
  profiles.subscribe(update);
  service.subscribe(update);
  characters.subscribe(update);
  live.subscribe(({ camera, offer, phase }, before) => {
    if (camera !== before.camera || offer !== before.offer) {
      update();
    }
    const isReady = camera !== null && phase === 'off';
    if (isReady && (before.camera === null || before.phase !== 'off')) {
      prepare();
    }
  });
}

/** Settings of a possible preview; null when something is missing, or the service in use is remote. */
function findPreviewChoice(app: App): LiveChoice | null {
  const { live: choice } = app.settings.getState().settings;
  const { camera, offer } = app.live.getState();
  const isHere = app.profiles.getState().list.activeId === embeddedProfileId;
  const isReady = app.service.getState().embedded.state === 'running' && offer?.isOffered === true;
  const hasCharacter = app.characters
    .getState()
    .characters.some(({ id }) => id === choice.characterId);
  const isComplete = hasCharacter && camera !== null && camera.getVideoTracks().length > 0;
  return choice.hasSwappedPreview && isHere && isReady && isComplete ? choice : null;
}
