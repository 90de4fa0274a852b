import { AppError, toWireError, type WireError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { App } from '../../app/app-context.ts';
import { addFile } from '../../app/bridge.ts';
import { changeLiveChoice } from '../../live/output/change-choice.ts';
import { type DropUse, sortDrop } from './drop-files.ts';

/** A file that was not used, and why. */
export type FileRefusal =
  | { readonly why: 'spare' | 'unusable'; readonly names: readonly string[] }
  | {
      readonly why: 'error';
      readonly name: string;
      readonly use: DropUse;
      readonly error: WireError;
    };

/** Assigns files by kind: the first of each. Reports unused ones. */
export async function receiveFiles(
  app: App,
  files: readonly File[],
): Promise<readonly FileRefusal[]> {
  const { used, spare, unusable } = sortDrop(files);
  const refusals: FileRefusal[] = [];
  const uses = [
    ['character', useAsCharacter],
    ['clip', useAsClip],
    ['voice', useAsVoice],
  ] as const;
  for (const [use, receive] of uses) {
    const file = used[use];
    const error = file === undefined ? null : await findRefusal(() => receive(app, file));
    if (file !== undefined && error !== null) {
      refusals.push({ why: 'error', name: file.name, use, error: toWireError(error) });
    }
  }
  const toNames = (rest: readonly File[]): string[] => rest.map(({ name }) => name);
  return [
    ...refusals,
    ...(unusable.length === 0 ? [] : [{ why: 'unusable', names: toNames(unusable) } as const]),
    ...(spare.length === 0 ? [] : [{ why: 'spare', names: toNames(spare) } as const]),
  ];
}

async function findRefusal(receive: () => Promise<void>): Promise<AppError | null> {
  try {
    await receive();
    return null;
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
}

/** Adds a character; its image waits for consent unless that was given before. */
async function useAsCharacter(app: App, file: File): Promise<void> {
  const character = await app.characters.getState().add(file);
  const { error } = app.characters.getState();
  if (error !== null) {
    app.characters.getState().dismiss();
    throw error;
  }
  if (character !== null) {
    await changeLiveChoice(app, { characterId: character.id });
  }
}

async function useAsClip({ live }: App, file: File): Promise<void> {
  const clip = await addFile(file);
  if (clip.kind !== 'video') {
    throw new AppError('unsupported_format', `${clip.name} is no video.`, {
      details: faultDetails('video_needed'),
    });
  }
  live.getState().setClip(clip);
}

async function useAsVoice({ changer }: App, file: File): Promise<void> {
  await changer.getState().setReference(file);
  changer.getState().setTargetKind('reference');
  const facts = changer.getState().reference?.facts;
  if (facts instanceof AppError) {
    throw facts;
  }
}
