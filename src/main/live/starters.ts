import { join } from 'node:path';
import list from '../../../resources/live/characters/characters.json' with { type: 'json' };
import type { BuiltInCharacterFile } from './characters.ts';

/** Built-in characters of the engine, whose images are in `folder`. */
export function listBuiltInCharacterFiles(folder: string): readonly BuiltInCharacterFile[] {
  return list.characters.map(({ id, name }) => ({
    id: `built-in-${id}`,
    name,
    path: join(folder, `${id}.webp`),
  }));
}
