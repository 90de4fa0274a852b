import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { ControlMethod, controlMethods, ControlState } from '../../contract/control.ts';
import type { ChangerOffer } from '../../contract/ipc/voice-changer.ts';
import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { Preset } from '../../contract/presets.ts';
import type { AllowedClient } from './control-clients.ts';
import type { ControlHandler } from './control-connection.ts';

/** Dependencies of the methods. */
export interface ControlMethodDependencies {
  readonly readState: () => ControlState;
  readonly run: (action: LiveAction) => Promise<void>;
  readonly listCharacters: () => readonly SavedCharacter[];
  readonly listPresets: () => readonly Preset[];
  readonly readVoices: () => Promise<ChangerOffer>;
}

type Methods = {
  readonly [M in ControlMethod]: (
    params: z.output<(typeof controlMethods)[M]['params']>,
    client: AllowedClient,
  ) => Promise<z.input<(typeof controlMethods)[M]['result']>>;
};

/** Carries out the requests of allowed clients. */
export function createControlHandler(dependencies: ControlMethodDependencies): ControlHandler {
  const methods = createMethods(dependencies);
  return (method, params, client) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of this method
    (methods[method] as (params: unknown, client: AllowedClient) => Promise<unknown>)(
      params,
      client,
    );
}

function createMethods({
  readState,
  run,
  listCharacters,
  listPresets,
  readVoices,
}: ControlMethodDependencies): Methods {
  const act = async (action: LiveAction): Promise<null> => {
    await run(action);
    return null;
  };
  return {
    read_state: async () => readState(),
    subscribe: async () => readState(),
    unsubscribe: async () => null,
    list_characters: async () =>
      listCharacters().map(({ id, name, isBuiltIn }) => ({ id, name, is_built_in: isBuiltIn })),
    choose_character: (params) =>
      act({ type: 'choose_character', characterId: params.character_id }),
    next_character: () => act({ type: 'step_character', by: 1 }),
    previous_character: () => act({ type: 'step_character', by: -1 }),
    list_presets: async () => listPresets().map(({ id, name }) => ({ id, name })),
    choose_preset: (params) => act({ type: 'choose_preset', presetId: params.preset_id }),
    next_preset: () => act({ type: 'step_preset', by: 1 }),
    previous_preset: () => act({ type: 'step_preset', by: -1 }),
    list_voices: async () => (await readVoices()).voices.map(({ id, name }) => ({ id, name })),
    choose_voice: (params) => act({ type: 'choose_voice', voiceId: params.voice_id }),
    start_voice: () => act({ type: 'start_voice' }),
    stop_voice: () => act({ type: 'stop_voice' }),
    start_live: () => act({ type: 'start_live' }),
    stop_live: () => act({ type: 'stop_live' }),
    set_cover: ({ is_on: isOn }) => act({ type: 'set_cover', isOn }),
    set_mute: ({ is_on: isOn }) => act({ type: 'set_mute', isOn }),
    toggle_mute: () => act({ type: 'toggle_mute' }),
    toggle_recording: () => act({ type: 'toggle_recording' }),
    add_marker: () => act({ type: 'add_marker' }),
    save_replay: () => act({ type: 'save_replay' }),
    set_passthrough: async ({ is_on: isOn }, client) => {
      if (isOn && !client.allowsPassthrough) {
        throw new AppError(
          'forbidden',
          'This program may not let the real face out; the user can allow it in the settings.',
        );
      }
      return act({ type: 'set_passthrough', isOn });
    },
  };
}
