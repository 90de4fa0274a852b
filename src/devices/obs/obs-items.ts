/**
 * Our items in OBS: a scene, an input that shows the camera and one that plays the microphone. Users rename and
 * move them, so inputs are identified by a mark in their settings, which OBS stores, and the scene by its
 * content.
 */
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { ObsConnection } from './obs-connection.ts';
import { isObsRefusal, obsCodes } from './obs-connection.ts';

/** The roles that inputs of ours have. */
export type ObsRole = 'camera' | 'microphone';

/** Present state of an input of ours in OBS. */
export interface ObsInput {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The name of the mark in the settings of an input; its value is the role. */
export const MARK = 'guise_role';

const inputsSchema = z.array(z.object({ inputName: z.string(), inputKind: z.string() }));
const scenesSchema = z.array(z.object({ sceneName: z.string() }));
const itemsSchema = z.array(z.object({ sourceName: z.string(), sceneItemId: z.number() }));
const settingsSchema = z.record(z.string(), z.unknown());

/**
 * Finds the input of a role under its current name; null when there is none. `kinds` are its possible kinds.
 */
export async function findInput(
  obs: ObsConnection,
  role: ObsRole,
  kinds: readonly string[],
): Promise<ObsInput | null> {
  const listed = inputsSchema.parse((await obs.call('GetInputList')).inputs);
  for (const { inputName, inputKind } of listed) {
    if (kinds.includes(inputKind)) {
      const settings = await readSettings(obs, inputName);
      if (settings?.[MARK] === role) {
        return { name: inputName, settings };
      }
    }
  }
  return null;
}

/** Name of any input of a kind, ours or not; null when there is none. */
export async function findInputOfKind(obs: ObsConnection, kind: string): Promise<string | null> {
  const { inputs } = await obs.call('GetInputList', { inputKind: kind });
  return inputsSchema.parse(inputs)[0]?.inputName ?? null;
}

/** The first scene that an input is in; null when it is in none. */
export async function findSceneOf(obs: ObsConnection, inputName: string): Promise<string | null> {
  for (const sceneName of await listScenes(obs)) {
    const { sceneItems } = await obs.call('GetSceneItemList', { sceneName });
    if (itemsSchema.parse(sceneItems).some(({ sourceName }) => sourceName === inputName)) {
      return sceneName;
    }
  }
  return null;
}

/** Names of all scenes. */
export async function listScenes(obs: ObsConnection): Promise<string[]> {
  const { scenes } = await obs.call('GetSceneList');
  return scenesSchema.parse(scenes).map(({ sceneName }) => sceneName);
}

/**
 * Creates an item under the first free of the names `base`, `base 2`, …: scenes and inputs share one name space.
 * Returns the name.
 */
export async function createNamed(
  base: string,
  create: (name: string) => Promise<unknown>,
): Promise<string> {
  const maxTries = 20;
  for (let number = 1; number <= maxTries; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    try {
      await create(name);
      return name;
    } catch (error) {
      if (!isObsRefusal(error, obsCodes.resourceExists)) {
        throw error;
      }
    }
  }
  throw new AppError('invalid_input', `OBS has ${maxTries} sources called "${base}". Rename some.`);
}

/** Settings of an input; null when it was removed meanwhile. */
async function readSettings(
  obs: ObsConnection,
  inputName: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const { inputSettings } = await obs.call('GetInputSettings', { inputName });
    return settingsSchema.parse(inputSettings);
  } catch (error) {
    if (isObsRefusal(error, obsCodes.resourceNotFound)) {
      return null;
    }
    throw error;
  }
}
