import { AppError, fromWireError } from '../../base/errors.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { App } from '../app/app-context.ts';
import { applyPreset, stepPreset } from '../presets/apply-preset.ts';
import { changeLiveChoice } from '../live/output/change-choice.ts';
import {
  addMarker,
  saveReplay,
  saveSnapshot,
  toggleRecording,
} from '../live/captures/record-output.ts';

/** Carries out a request from outside the window. Throws the reason of a refusal. */
export async function performLiveAction(app: App, action: LiveAction): Promise<void> {
  const { live, changer } = app;
  switch (action.type) {
    case 'start_live':
      return startLive(app);
    case 'stop_live':
      return live.getState().endLive();
    case 'set_cover':
      return setCover(app, action.isOn);
    case 'set_mute':
      return changer.getState().setMuted(action.isOn);
    case 'toggle_mute':
      return changer.getState().setMuted(!changer.getState().isMuted);
    case 'set_talking':
      return changer.getState().setTalking(action.isOn);
    case 'toggle_talking':
      return changer.getState().setTalking(!changer.getState().isTalking);
    case 'set_passthrough':
      return setPassthrough(app, action.isOn);
    case 'choose_character':
      return chooseCharacter(app, action.characterId);
    case 'step_character':
      return stepCharacter(app, action.by);
    case 'choose_part':
      return changeLiveChoice(app, { part: action.part });
    case 'choose_background':
      return changeLiveChoice(app, { background: action.background });
    case 'choose_preset':
      return choosePreset(app, action.presetId);
    case 'step_preset':
      return stepPreset(app, action.by);
    case 'toggle_recording':
      return toggleRecording(app);
    case 'add_marker':
      return addMarker(app);
    case 'save_replay':
      return saveReplay(app);
    case 'save_snapshot':
      return saveSnapshot(app);
    case 'start_voice':
      return startVoice(app);
    case 'stop_voice':
      return changer.getState().stop();
    case 'choose_voice':
      return chooseVoice(app, action.voiceId);
  }
}

async function startLive({ live, settings }: App): Promise<void> {
  const { phase, camera, goLive } = live.getState();
  const choice = settings.getState().settings.live;
  if (phase !== 'off') {
    return;
  }
  if (camera === null) {
    throw new AppError('invalid_input', 'The camera is off; start it in the window first.');
  }
  if (choice.characterId === null) {
    throw new AppError('invalid_input', 'No character is chosen; choose one first.');
  }
  await goLive(choice);
  const { end } = live.getState();
  if (end?.error !== undefined && end.error !== null) {
    throw fromWireError(end.error);
  }
}

/** Without a session only the voice is output, so it is muted instead. */
function setCover({ live, changer }: App, isOn: boolean): void {
  if (live.getState().phase !== 'off') {
    live.getState().setCovered(isOn);
  } else if (isOn && changer.getState().session.phase !== 'off') {
    changer.getState().setMuted(true);
  }
}

async function setPassthrough({ live }: App, isOn: boolean): Promise<void> {
  if (isOn && live.getState().phase !== 'on') {
    throw new AppError('not_found', 'No session runs.');
  }
  await live.getState().setBypassed(isOn);
}

async function chooseCharacter(app: App, characterId: string): Promise<void> {
  if (!app.characters.getState().characters.some(({ id }) => id === characterId)) {
    throw new AppError('not_found', 'There is no character of this id.');
  }
  await changeLiveChoice(app, { characterId });
}

async function stepCharacter(app: App, by: 1 | -1): Promise<void> {
  const { characters } = app.characters.getState();
  const { characterId } = app.settings.getState().settings.live;
  const at = characters.findIndex(({ id }) => id === characterId);
  const next = at === -1 ? characters[0] : characters.at((at + by) % characters.length);
  if (next === undefined) {
    throw new AppError('not_found', 'There is no character yet.');
  }
  await changeLiveChoice(app, { characterId: next.id });
}

async function choosePreset(app: App, presetId: string): Promise<void> {
  const preset = app.presets.getState().presets.find(({ id }) => id === presetId);
  if (preset === undefined) {
    throw new AppError('not_found', 'There is no preset of this id.');
  }
  await applyPreset(app, preset);
}

async function startVoice({ changer }: App): Promise<void> {
  if (changer.getState().session.phase !== 'off') {
    return;
  }
  await loadOfferOnce(changer);
  await changer.getState().start();
  const { microphone } = changer.getState();
  if (microphone !== 'on') {
    throw new AppError('capability_unavailable', 'The microphone cannot be opened.');
  }
}

async function chooseVoice({ changer }: App, voiceId: string): Promise<void> {
  await loadOfferOnce(changer);
  const { offer, choose, setTargetKind } = changer.getState();
  if (offer === null || offer instanceof AppError) {
    throw offer ?? new AppError('service_unreachable', 'The service did not name its voices.');
  }
  if (!offer.voices.some(({ id }) => id === voiceId)) {
    throw new AppError('not_found', 'There is no voice of this id.');
  }
  setTargetKind('voice');
  await choose({ voiceId });
}

/** The voices are asked for when the panel that shows them opens; it may never have been open. */
async function loadOfferOnce(changer: App['changer']): Promise<void> {
  if (changer.getState().offer === null) {
    await changer.getState().loadOffer();
  }
}
