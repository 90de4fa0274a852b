import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  builtInCharacters,
  chooseBuiltIn,
  readBuiltIn,
} from '../../src/engine/live/built-in/built-in-characters.ts';
import {
  type CharacterCache,
  openCharacterCache,
} from '../../src/engine/live/character/character-cache.ts';
import type { LiveSwap } from '../../src/engine/live/live-swap.ts';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { openBuiltModels } from './support/models.ts';
import { readOnce } from './support/read-once.ts';
import { arrangeStills, frankStill, readStill } from './support/stills.ts';
import { copyFrame } from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const FRAME_US = 33_333;
/** Limit for all of them together, because users download them. */
const MAX_BYTES = 60_000;

let characters: CharacterCache;
let live: LiveSwap;
let still: I420Frame;
let nowUs = 0;

beforeAll(async () => {
  const person = { picture: frankStill('02159'), width: 480, left: 0, top: 0 };
  still = await readStill(await arrangeStills(480, 384, [person]));
  const models = await openBuiltModels();
  characters = readOnce(await openCharacterCache({ modelFolder: models.path }));
  live = await openLiveSwap({ models, cover: 'card', characters: Promise.resolve(characters) });
});

afterAll(async () => {
  await live.close();
  await characters.close();
});

async function render() {
  nowUs += FRAME_US;
  return live.render(copyFrame(still), nowUs);
}

/** Renders until a mode is shown; a cutout is cut out meanwhile. */
async function renderIn(mode: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await render()).toMatchObject({ shown: 'swapped', isTracked: true, mode }),
    // A frame that comes too early takes time from the thread that cuts out.
    { timeout: 60_000, interval: 100 },
  );
}

describe('the built-in characters', () => {
  it('are at least six, and each is drawn', () => {
    expect(builtInCharacters.length).toBeGreaterThanOrEqual(6);
    expect(appearances.map(({ id }) => id)).toEqual(builtInCharacters.map(({ id }) => id));
  });

  it.each(builtInCharacters)('$name is found whole in the picture', async (character) => {
    const picture = await readBuiltIn(character);
    expect(picture.byteLength).toBeLessThan(MAX_BYTES);
    live.setPrompt('');
    expect(await live.setCharacter(picture)).toEqual([]);
    expect(live.mode).toBe('body');
  });

  // Where the whole of a picture is found, all modes have what they draw: a person and the robot show them.
  it.each(['maya', 'unit-7'])('%s is shown in each mode', async (id) => {
    const character = builtInCharacters.find((one) => one.id === id)!;
    await live.setCharacter(await readBuiltIn(character));
    live.setPrompt('');
    await renderIn('body');
    live.setPrompt('whole head');
    await renderIn('head');
    live.setPrompt('only the face');
    await renderIn('face');
  });

  it('are chosen by the words of the instruction', async () => {
    const played = async (prompt: string) => {
      expect(live.setPrompt(prompt)).toEqual([]);
      return live.playBuiltIn();
    };
    live.forget();
    expect(await played('blur the background')).toEqual({ name: 'Maya', warnings: [] });
    expect(await played('a woman with red hair')).toEqual({ name: 'Ruby', warnings: [] });
    expect(await played('an old man with a beard, warmer')).toEqual({
      name: 'Walter',
      warnings: [],
    });
    expect(await played('a robot')).toEqual({ name: 'Unit 7', warnings: [] });
    const { name, warnings } = await played('a bald woman in a cloak');
    expect(name).toBe('Lirael');
    expect(warnings).toMatchObject([
      { code: 'not_offered', message: expect.stringContaining('Missing: no hair') },
    ]);
  });

  it('give way to a picture, with a warning when an instruction names one', async () => {
    await live.setCharacter(await readBuiltIn(builtInCharacters[3]!));
    expect(live.setPrompt('a robot')).toMatchObject([{ code: 'not_offered' }]);
    live.forget();
    expect(live.setPrompt('a robot')).toEqual([]);
  });

  it.each(builtInCharacters)('$name is chosen by its kind and traits', (character) => {
    expect(chooseBuiltIn(character.traits)).toEqual({ character, missing: [] });
  });
});
