import type { Phone, Speech } from '../engines/engine.ts';

/** Pause that remains at each end, so that no breath is cut off. */
const paddingMs = 40;

/** Removes the pauses that engines put around every text; `ScriptPiece.pauseMs` sets those between parts. */
export function trimPauses(speech: Speech): Speech {
  const { samples, sampleRateHz, phones } = speech;
  const first = phones.find(({ symbol }) => symbol !== '');
  const last = phones.findLast(({ symbol }) => symbol !== '');
  if (first === undefined || last === undefined) {
    return speech;
  }
  const perMs = sampleRateHz / 1000;
  const startMs = Math.max(0, first.startMs - paddingMs);
  const endMs = Math.min(samples.length / perMs, last.endMs + paddingMs);
  return {
    samples: samples.slice(Math.round(startMs * perMs), Math.round(endMs * perMs)),
    sampleRateHz,
    phones: phones
      .map((phone): Phone => {
        const start = Math.max(phone.startMs, startMs) - startMs;
        return { ...phone, startMs: start, endMs: Math.min(phone.endMs, endMs) - startMs };
      })
      .filter((phone) => phone.endMs > phone.startMs),
  };
}
