import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDemuxer } from '../../../src/engine/io/accepted.ts';
import { readAudio } from '../../../src/engine/io/audio/audio-reader.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { findFormat, type FormatId, formats } from '../../../src/service/files/formats.ts';
import { openMediaValidator } from '../../../src/service/files/validate/validator-host.ts';
import type { MediaVerdict } from '../../../src/service/files/validate/verdict.ts';
import { makeMedia } from '../../service/files/media-fixtures.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-polyglot-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function validator(path: string, format: FormatId): Promise<MediaVerdict> {
  const opened = openMediaValidator({ folder: join(folder, 'validate') });
  try {
    return await opened.validate(path, format);
  } finally {
    await opened.close();
  }
}

/** Length of the body from the bytes `ft`, read as a number of Matroska. */
const FT_BYTES = 0x2674;

/**
 * A WebM whose bytes 4 to 8 are `ftyp`, like those of an MP4: the first two are the length of the header, the others
 * the name of an unknown element.
 */
function hideBrand(webm: Buffer): Buffer {
  const isLong = webm[4] === 0x01;
  const begin = isLong ? 12 : 5;
  const end = begin + (isLong ? webm.readUInt32BE(8) : (webm[4] ?? 0) & 0x7f);
  const known = webm.subarray(begin, end);
  const brand = Buffer.from('yp\x84isom', 'latin1');
  const room = FT_BYTES - brand.length - known.length - 3;
  const filling = Buffer.concat([
    Buffer.from([0xec, 0x40 | (room >> 8), room & 255]),
    Buffer.alloc(room),
  ]);
  const magic = Buffer.from('\x1a\x45\xdf\xa3ft', 'latin1');
  return Buffer.concat([magic, brand, known, filling, webm.subarray(end)]);
}

it('a video that is also another kind of file is read as the validated kind', async () => {
  const path = join(folder, 'both');
  const bytes = hideBrand(await makeMedia({ ext: 'webm', video: 'vp8' }));
  expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp');
  await writeFile(path, bytes);
  const format = await findFormat(bytes);
  expect(format).toBe('webm');
  const verdict = await validator(path, 'webm');
  expect(verdict).toMatchObject({ format: 'webm', facts: { videoCodec: 'vp8', durationMs: 1000 } });

  const { mime } = formats[verdict.format];
  expect(await probeMedia(path, mime)).toMatchObject({
    container: 'matroska,webm',
    video: { codec: 'vp8' },
  });
  const reader = await openVideoReader(path, { mime });
  expect(await reader.next()).toMatchObject({ index: 0 });
  await reader.close();
}, 60_000);

it('sound that is also another kind of file is not read as that other kind', async () => {
  const path = join(folder, 'sound');
  const aac = await makeMedia({ ext: 'aac', audio: 'aac' });
  // Two frames, enough for sniffing, before twenty seconds that FFmpeg prefers.
  const mp3 = await makeMedia({ ext: 'mp3', audio: 'mp3', seconds: 20 });
  const lengthAt = (at: number): number =>
    (((aac[at + 3] ?? 0) & 3) << 11) | ((aac[at + 4] ?? 0) << 3) | ((aac[at + 5] ?? 0) >> 5);
  const first = lengthAt(0);
  const bytes = Buffer.concat([aac.subarray(0, first + lengthAt(first)), mp3]);
  await writeFile(path, bytes);
  expect(await findFormat(bytes.subarray(0, 65_536))).toBe('aac');

  let seconds = 0;
  const form = { sampleRateHz: 16_000, channels: 1, mime: formats.aac.mime };
  for await (const { channels } of readAudio(path, form)) {
    seconds += (channels[0]?.length ?? 0) / form.sampleRateHz;
  }
  expect(seconds).toBeLessThan(1);
}, 60_000);

it('every kind of media that is accepted is opened by one demuxer', () => {
  const media = Object.values(formats).filter(({ kind }) => kind !== 'image');
  expect(media.filter(({ mime }) => findDemuxer(mime) === null)).toEqual([]);
});

it('sound in a WebM is read as it was validated', async () => {
  const path = join(folder, 'spoken');
  await writeFile(path, await makeMedia({ ext: 'webm', audio: 'opus' }));
  const { format } = await validator(path, 'webm');
  expect(format).toBe('weba');
  const { mime } = formats[format];
  expect(await probeMedia(path, mime)).toMatchObject({ audio: { codec: 'opus' } });
}, 60_000);

/** An MP4 in which players choose the last track, and the one before it is invalid. */
function preferLast(mp4: Buffer): Buffer {
  const last = mp4.lastIndexOf('tkhd');
  const before = mp4.lastIndexOf('tkhd', last - 1);
  mp4.writeUInt32BE(2, before + 4);
  mp4.writeUInt32BE(3, last + 4);
  return mp4;
}

it('the sound track that is validated is the one that is read', async () => {
  const path = join(folder, 'tracks');
  const media = { ext: 'mp4', video: 'h264', audio: 'aac', secondAudio: 'mp3' } as const;
  await writeFile(path, preferLast(await makeMedia(media)));
  const { facts, format } = await validator(path, 'mp4');
  const { audio } = await probeMedia(path, formats[format].mime);
  expect([audio?.codec, facts.audioCodec]).toEqual(['mp3', 'mp3']);
}, 60_000);
