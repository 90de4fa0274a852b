import { AppError } from '../../base/errors.ts';
import type { PresetSetup, Preset } from '../../contract/presets.ts';
import type { App } from '../app/app-context.ts';
import { changeLiveChoice } from '../live/output/change-choice.ts';

/** Returns the current settings as a setup. */
export function readPresetSetup({ settings, changer, devices }: SetupOwners): PresetSetup {
  const { characterId, prompt, part, background } = settings.getState().settings.live;
  const { voiceId, strength, noiseSuppression, voiceGate } = changer.getState().choice;
  const { cameraId, microphoneId } = devices.getState().chosen;
  return {
    characterId,
    prompt,
    part,
    background,
    voice: { voiceId, strength, noiseSuppression, voiceGate },
    cameraId,
    microphoneId,
  };
}

type SetupOwners = Pick<App, 'settings' | 'changer' | 'devices'>;
type PresetOwners = SetupOwners & Pick<App, 'characters' | 'live'>;

/** Returns whether the current settings match a setup; settings that it leaves open are ignored. */
export function matchesSetup(setup: PresetSetup, now: PresetSetup): boolean {
  return (
    setup.prompt === now.prompt &&
    setup.part === now.part &&
    setup.background === now.background &&
    setup.voice.strength === now.voice.strength &&
    setup.voice.noiseSuppression === now.voice.noiseSuppression &&
    setup.voice.voiceGate === now.voice.voiceGate &&
    isOpenOrEqual(setup.voice.voiceId, now.voice.voiceId) &&
    isOpenOrEqual(setup.characterId, now.characterId) &&
    isOpenOrEqual(setup.cameraId, now.cameraId) &&
    isOpenOrEqual(setup.microphoneId, now.microphoneId)
  );
}

function isOpenOrEqual(wanted: string | null, now: string | null): boolean {
  return wanted === null || wanted === now;
}

/**
 * Applies a setup, also while live: the session continues, and equal settings are not touched. A character or a
 * device that no longer exists is left unchanged.
 */
export async function applyPreset(app: PresetOwners, { setup }: Preset): Promise<void> {
  const { characters, devices } = app;
  const now = readPresetSetup(app);
  const hasCharacter = characters.getState().characters.some(({ id }) => id === setup.characterId);
  const change = {
    ...pickChanged(setup, now, ['prompt', 'part', 'background']),
    ...(hasCharacter ? pickChanged(setup, now, ['characterId']) : {}),
  };
  if (Object.keys(change).length > 0) {
    await changeLiveChoice(app, change);
  }
  await applyVoice(app, setup.voice, now.voice);
  const { cameras, microphones, chooseCamera, chooseMicrophone } = devices.getState();
  const { cameraId, microphoneId } = setup;
  if (cameraId !== null && cameraId !== now.cameraId && isListed(cameras, cameraId)) {
    await chooseCamera(cameraId);
  }
  if (
    microphoneId !== null &&
    microphoneId !== now.microphoneId &&
    isListed(microphones, microphoneId)
  ) {
    await chooseMicrophone(microphoneId);
  }
}

function isListed(devices: readonly { readonly id: string }[], id: string): boolean {
  return devices.some((device) => device.id === id);
}

/** Another voice requires another changer session, so it is changed only when it differs. */
async function applyVoice(
  { changer }: Pick<App, 'changer'>,
  wanted: PresetSetup['voice'],
  now: PresetSetup['voice'],
): Promise<void> {
  const change = {
    ...pickChanged(wanted, now, ['strength', 'noiseSuppression', 'voiceGate']),
    ...(wanted.voiceId === null ? {} : pickChanged(wanted, now, ['voiceId'])),
  };
  if (change.voiceId !== undefined) {
    changer.getState().setTargetKind('voice');
  }
  if (Object.keys(change).length > 0) {
    await changer.getState().choose(change);
  }
}

/** The entries of these keys that are other ones now. */
function pickChanged<Entries extends object, Key extends keyof Entries>(
  wanted: Entries,
  now: Entries,
  keys: readonly Key[],
): Partial<Pick<Entries, Key>> {
  const changed: Partial<Pick<Entries, Key>> = {};
  for (const key of keys) {
    if (wanted[key] !== now[key]) {
      changed[key] = wanted[key];
    }
  }
  return changed;
}

/** The preset that is in place, or null. */
export function findActivePreset(app: SetupOwners & Pick<App, 'presets'>): Preset | null {
  const now = readPresetSetup(app);
  return app.presets.getState().presets.find(({ setup }) => matchesSetup(setup, now)) ?? null;
}

/** Applies the next or previous preset of the list. Throws `not_found` when there is none. */
export async function stepPreset(app: App, by: 1 | -1): Promise<void> {
  const { presets } = app.presets.getState();
  const current = findActivePreset(app);
  const at = current === null ? (by === 1 ? -1 : 0) : presets.indexOf(current);
  const next = presets.at((at + by) % presets.length);
  if (next === undefined) {
    throw new AppError('not_found', 'There is no preset yet.');
  }
  await applyPreset(app, next);
}
