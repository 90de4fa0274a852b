import { changerCatalogue } from '../../../engine/voice/changer/changer-catalogue.ts';
import type { VoiceChanger } from '../../../engine/voice/changer/voice-changer.ts';
import { createVoiceChanger } from '../../../engine/voice/changer/create-voice-changer.ts';

/** Enough for the compiler to have seen every loop. */
const SECONDS = 2;
const CHUNK = 320;

/**
 * Changes a made-up voice for a while: the first half second of a real one would otherwise be late by 0.4 s,
 * because its code is compiled while it waits.
 */
export function warmUpChanger(): void {
  const [first] = changerCatalogue;
  if (first !== undefined) {
    hum(createVoiceChanger({ target: first.target }));
  }
}

function hum(changer: VoiceChanger): void {
  const chunk = new Int16Array(CHUNK);
  let phase = 0;
  for (let at = 0; at < SECONDS * changer.sampleRateHz; at += CHUNK) {
    for (let index = 0; index < CHUNK; index += 1) {
      const hz = 110 + 30 * Math.sin((at + index) / 3000);
      phase = (phase + hz / changer.sampleRateHz) % 1;
      // A saw has the overtones of a voice; every other half second is silent.
      const isVoiced = Math.floor((2 * at) / changer.sampleRateHz) % 2 === 0;
      chunk[index] = isVoiced ? Math.round((phase - 0.5) * 12_000) : 0;
    }
    changer.process(chunk, chunk);
  }
}
