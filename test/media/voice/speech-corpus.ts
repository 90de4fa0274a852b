import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReference } from '../../../src/engine/voice/changer/read-reference.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';
import type { EngineVoice, SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';

/** Speech of people that Debian's pocketsphinx-testdata brings. */
export const speechFolder = '/usr/share/pocketsphinx/test/data';

/** Recordings of a speaker: some from which a changer learns, and others to convert. */
export interface Speaker {
  readonly reference: readonly Float32Array[];
  readonly spoken: readonly Float32Array[];
  /** Words of the speech to convert. */
  readonly texts: readonly string[];
}

const references = [
  'Hoist the load to your left shoulder.',
  'Take the winding path to reach the lake.',
  'Note closely the size of the gas tank.',
  'Wipe the grease off his dirty face.',
  'Mend the coat before you go out.',
  'The wrist was badly strained and hung limp.',
  'The stray cat gave birth to kittens.',
  'The young girl gave no clear response.',
  'The meal was cooked before the bell rang.',
  'A king ruled the state in the early days.',
];
const texts = [
  'The birch canoe slid on the smooth planks.',
  'Glue the sheet to the dark blue background.',
  'It is easy to tell the depth of a well.',
  'These days a chicken leg is a rare dish.',
  'Rice is often served in round bowls.',
  'The juice of lemons makes fine punch.',
  'The box was thrown beside the parked truck.',
  'The hogs were fed chopped corn and garbage.',
  'Four hours of steady work faced us.',
  'A large size in stockings is hard to sell.',
  'The boy was there when the sun rose.',
  'A rod is used to catch pink salmon.',
  'The source of the huge river is the clear spring.',
  'Kick the ball straight and follow through.',
  'Help the woman get back to her feet.',
  'The small pup gnawed a hole in the sock.',
  'The fish twisted and turned on the bent hook.',
  'Press the pants and sew a button on the vest.',
  'The beauty of the view stunned the young boy.',
  'Two blue fish swam in the tank.',
  'Her purse was full of useless trash.',
  'The colt reared and threw the tall rider.',
  'Read verse out loud for pleasure.',
  'A pot of tea helps to pass the evening.',
  "The soft cushion broke the man's fall.",
  'The salt breeze came across from the sea.',
  'The girl at the booth sold fifty bonds.',
  'The clock struck to mark the third period.',
  'A small creek cut across the field.',
  'The set of china hit the floor with a crash.',
];

/** A voice of ours that speaks the first `count` of thirty sentences. */
export async function readSynthesiser(
  engine: SpeechEngine,
  voice: Pick<EngineVoice, 'engine' | 'base'>,
  count: number,
): Promise<Speaker> {
  const speak = async (text: string): Promise<Float32Array> => {
    const { samples, sampleRateHz } = await engine.speak(text, { ...voice, pace: 1 });
    return resample(samples, sampleRateHz, VOICE_RATE_HZ);
  };
  const speaker = { reference: new Array<Float32Array>(), spoken: new Array<Float32Array>() };
  for (const text of references) {
    speaker.reference.push(await speak(text));
  }
  for (const text of texts.slice(0, count)) {
    speaker.spoken.push(await speak(text));
  }
  return { ...speaker, texts: texts.slice(0, count) };
}

/** The person of LibriVox who reads five sentences; null where they are not installed. */
export function readReader(): Promise<Speaker | null> {
  return readPerson('librivox', 'transcription');
}

/** The person who names playing cards in five sentences; null where they are not installed. */
export function readCardPlayer(): Promise<Speaker | null> {
  return readPerson('cards', 'cards.transcription');
}

async function readPerson(name: string, transcription: string): Promise<Speaker | null> {
  const folder = join(speechFolder, name);
  if (!existsSync(folder)) {
    return null;
  }
  const files = (await readdir(folder)).filter((file) => file.endsWith('.wav')).toSorted();
  const spoken: Float32Array[] = [];
  for (const file of files) {
    spoken.push(readReference(await readFile(join(folder, file))).samples);
  }
  const lines = (await readFile(join(folder, transcription), 'utf8')).trim().split('\n');
  const words = lines.map((line) => line.replaceAll(/<\/?s>|\(.*\)/gu, '').trim());
  return { reference: spoken, spoken, texts: words };
}

/** The person who speaks commands and numbers, too little to be converted; null where not installed. */
export async function readCaller(): Promise<Speaker | null> {
  const names = ['goforward.raw', 'numbers.raw', 'something.raw'];
  if (!existsSync(join(speechFolder, 'goforward.raw'))) {
    return null;
  }
  const reference: Float32Array[] = [];
  for (const name of names) {
    const bytes = await readFile(join(speechFolder, name));
    const samples = new Float32Array(Math.floor(bytes.length / 2));
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = bytes.readInt16LE(2 * index) / 32_768;
    }
    reference.push(samples);
  }
  return { reference, spoken: [], texts: [] };
}

/** Concatenates recordings, with a pause after each. */
export function joinSounds(sounds: readonly Float32Array[], pauseSamples: number): Float32Array {
  const whole = new Float32Array(
    sounds.reduce((sum, sound) => sum + sound.length + pauseSamples, 0),
  );
  let at = 0;
  for (const sound of sounds) {
    whole.set(sound, at);
    at += sound.length + pauseSamples;
  }
  return whole;
}
