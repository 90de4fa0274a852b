import type { Phone } from '../engines/engine.ts';

const cueBytes = 24;

/**
 * Encodes phones as chunks after the audio of a WAV file: a cue point at the start of each phone, and a label with its
 * symbol and viseme, as in `p PP`; a pause has only its viseme. Audio editors show them.
 */
export function toWavMarks(phones: readonly Phone[], sampleRateHz: number): Buffer {
  const cues = Buffer.alloc(8 + 4 + cueBytes * phones.length);
  cues.write('cue ', 0, 'latin1');
  cues.writeUInt32LE(cues.length - 8, 4);
  cues.writeUInt32LE(phones.length, 8);
  phones.forEach(({ startMs }, index) => {
    const at = 12 + cueBytes * index;
    const sample = Math.round((startMs * sampleRateHz) / 1000);
    cues.writeUInt32LE(index + 1, at);
    cues.writeUInt32LE(sample, at + 4);
    cues.write('data', at + 8, 'latin1');
    cues.writeUInt32LE(sample, at + 20);
  });
  const labels = phones.map((phone, index) => toLabel(phone, index + 1));
  const list = Buffer.alloc(12);
  list.write('LIST', 0, 'latin1');
  list.writeUInt32LE(4 + labels.reduce((sum, { length }) => sum + length, 0), 4);
  list.write('adtl', 8, 'latin1');
  return Buffer.concat([cues, list, ...labels]);
}

/** Encodes a label, zero-terminated and padded to an even length. */
function toLabel({ symbol, viseme }: Phone, cue: number): Buffer {
  const text = Buffer.from(symbol === '' ? viseme : `${symbol} ${viseme}`, 'utf8');
  const size = 4 + text.length + 1;
  const label = Buffer.alloc(8 + size + (size % 2));
  label.write('labl', 0, 'latin1');
  label.writeUInt32LE(size, 4);
  label.writeUInt32LE(cue, 8);
  text.copy(label, 12);
  return label;
}
