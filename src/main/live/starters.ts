import { join } from 'node:path';
import list from '../../../resources/live/characters/characters.json' with { type: 'json' };
import type { Starter } from './characters.ts';

/** The built-in characters of the engine, whose pictures lie in `folder`. */
export function listStarters(folder: string): readonly Starter[] {
  return list.characters.map(({ id, name }) => ({
    id: `built-in-${id}`,
    name,
    path: join(folder, `${id}.webp`),
  }));
}
