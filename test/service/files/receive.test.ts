import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { receiveUpload } from '../../../src/service/files/receive.ts';
import { type Intake, openIntake, toChunks } from './intake.ts';
import { makeMedia, makeWav } from './media-fixtures.ts';
import {
  insertAfterHeader,
  makeFlatPng,
  makePicture,
  makeTextBombPng,
  makeZip,
  toPngChunk,
} from './picture-fixtures.ts';

// Encoders, decoders and databases on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let intake: Intake;

beforeAll(async () => {
  intake = await openIntake();
});

afterEach(async () => {
  expect(await intake.listLeft()).toEqual([]);
});

afterAll(() => intake.close());

async function accept(bytes: Uint8Array, declaredType: string | null = null) {
  const received = await intake.receive(bytes, declaredType);
  const stored = await readFile(received.file.path);
  await received.discard();
  return { ...received.verdict, stored };
}

const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const playlist =
  '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n../../../../etc/hostname\n#EXT-X-ENDLIST\n';

describe('a good file', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
  ] as const)('of %s is kept byte for byte', async (format, type) => {
    const bytes = await makePicture(format);
    const got = await accept(bytes, type);
    expect(got).toMatchObject({ kind: 'image', format, facts: { widthPx: 160, heightPx: 120 } });
    expect(got.stored.equals(bytes)).toBe(true);
  });

  it.each([
    ['mp4', { ext: 'mp4', video: 'h264', audio: 'aac' }],
    ['mov', { ext: 'mov', video: 'h264', audio: 'aac' }],
    ['webm', { ext: 'webm', video: 'vp8', audio: 'opus' }],
    ['mkv', { ext: 'mkv', video: 'h264', audio: 'aac' }],
  ] as const)('of %s has its size, rate and codecs', async (format, options) => {
    const got = await accept(await makeMedia({ ...options, seconds: 2 }));
    expect(got).toMatchObject({ kind: 'video', format });
    expect(got.facts).toMatchObject({
      widthPx: 96,
      heightPx: 64,
      framesPerSecond: 25,
      hasAudio: true,
      sampleRateHz: 48_000,
    });
    expect(Math.abs((got.facts.durationMs ?? 0) - 2000)).toBeLessThan(60);
  });

  it.each([
    ['m4a', { ext: 'm4a', audio: 'aac' }, 'audio/x-m4a'],
    ['m4a', { ext: 'mp4', audio: 'aac' }, 'audio/mp4'],
    ['mp3', { ext: 'mp3', audio: 'mp3' }, 'audio/mp3'],
    ['ogg', { ext: 'ogg', audio: 'opus' }, 'audio/opus'],
    ['flac', { ext: 'flac', audio: 'flac' }, 'audio/x-flac'],
    ['aac', { ext: 'aac', container: 'adts', audio: 'aac' }, 'audio/aac'],
  ] as const)('of %s (%o) is sound', async (format, options, type) => {
    const got = await accept(await makeMedia(options), type);
    expect(got).toMatchObject({ kind: 'audio', format, facts: { hasAudio: true, channels: 1 } });
    expect(Math.abs((got.facts.durationMs ?? 0) - 1000)).toBeLessThan(80);
  });

  it('of WAV has its exact length', async () => {
    const got = await accept(makeWav(1.5), 'audio/x-wav');
    expect(got).toMatchObject({ kind: 'audio', format: 'wav' });
    expect(got.facts).toMatchObject({ durationMs: 1500, sampleRateHz: 16_000 });
  });

  it('of MP3 may begin with a cover of 200 KB', async () => {
    const tag = Buffer.alloc(10 + 200_000);
    tag.write('ID3\u0003', 0, 'latin1');
    for (let byte = 0; byte < 4; byte += 1) {
      tag[6 + byte] = (200_000 >> (7 * (3 - byte))) & 0x7f;
    }
    const bytes = Buffer.concat([tag, await makeMedia({ ext: 'mp3', audio: 'mp3' })]);
    expect(await accept(bytes, 'audio/mpeg')).toMatchObject({ kind: 'audio', format: 'mp3' });
  });

  it('has its displayed size: pictures and videos may be stored rotated', async () => {
    const { default: sharp } = await import('sharp');
    const image = await sharp(await makePicture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await accept(image)).facts).toEqual({ widthPx: 120, heightPx: 160 });
    const video = turnUpright(await makeMedia({ ext: 'mp4', video: 'h264' }));
    expect((await accept(video)).facts).toMatchObject({ widthPx: 64, heightPx: 96 });
  });

  it('may come without or with a meaningless type, and in single bytes', async () => {
    const bytes = await makePicture('png', [8, 8]);
    expect(await accept(bytes, 'application/octet-stream')).toMatchObject({ format: 'png' });
    const options = { incoming: intake.incoming, validator: intake.validator };
    const received = await receiveUpload(
      { source: toChunks(bytes, 1), declaredType: null },
      options,
    );
    expect(received.file.sizeBytes).toBe(bytes.length);
    await received.discard();
  });
});

describe('a refused file', () => {
  const samples: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>])[] = [
    ['nothing at all', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.from([0xff])],
    ['text', () => Buffer.from('hello')],
    ['an HTML page', () => html],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')],
    [
      'an SVG with a prologue',
      () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a playlist', () => Buffer.from(playlist)],
    ['a playlist with a byte order mark', () => Buffer.from(`\ufeff${playlist}`)],
    ['a DASH manifest', () => Buffer.from('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash"/>')],
    ['an FFmpeg concat script', () => Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")],
    ['a GIF', () => makePicture('gif')],
    ['an AVIF', () => makePicture('avif')],
    ['a GIF that is HTML', () => Buffer.concat([Buffer.from('GIF89a/*'), html])],
    ['a ZIP', () => makeZip()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['random bytes', () => Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 131) % 251))],
    ['a JPEG that is only its first bytes', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a cut JPEG', async () => cut(await makePicture('jpeg'), 0.7)],
    ['a JPEG without its last two bytes', async () => (await makePicture('jpeg')).subarray(0, -2)],
    ['a cut PNG', async () => cut(await makePicture('png'), 0.7)],
    ['a PNG without its last chunk', async () => (await makePicture('png')).subarray(0, -12)],
    ['a cut WebP', async () => cut(await makePicture('webp'), 0.7)],
    ['a PNG that lacks rows', () => makeFlatPng(500, 500, 100)],
    ['a cut WAV', () => cut(makeWav(1), 0.6)],
    ['a WAV without samples', () => makeWav(0)],
    ['a cut MP4', async () => cut(await makeMedia({ ext: 'mp4', video: 'h264' }), 0.6)],
    [
      'a cut MP4 with its index in front',
      async () => cut(await makeMedia({ ext: 'mp4', video: 'h264', movflags: '+faststart' }), 0.6),
    ],
    ['a cut MOV', async () => cut(await makeMedia({ ext: 'mov', video: 'h264' }), 0.9)],
    ['a cut WebM', async () => cut(await makeMedia({ ext: 'webm', video: 'vp8' }), 0.6)],
    ['a cut MKV', async () => cut(await makeMedia({ ext: 'mkv', video: 'h264' }), 0.6)],
    ['a cut Ogg', async () => cut(await makeMedia({ ext: 'ogg', audio: 'opus' }), 0.6)],
    [
      'a cut FLAC',
      async () => cut(await makeMedia({ ext: 'flac', audio: 'flac', seconds: 4 }), 0.4),
    ],
    [
      'an MP4 of nothing but its type',
      async () => (await makeMedia({ ext: 'mp4', video: 'h264' })).subarray(0, 32),
    ],
    ['an MKV with sound only', () => makeMedia({ ext: 'mkv', audio: 'opus' })],
    [
      'a playlist behind the type of an MP4',
      async () =>
        Buffer.concat([
          (await makeMedia({ ext: 'mp4', video: 'h264' })).subarray(0, 32),
          Buffer.from(playlist),
        ]),
    ],
    [
      'an MP4 whose samples are zeros',
      async () => zeroSamples(await makeMedia({ ext: 'mp4', video: 'h264' })),
    ],
    [
      'an MP4 with frames of hours',
      async () => lengthenFrames(await makeMedia({ ext: 'mp4', video: 'h264' })),
    ],
  ];

  it.each(samples)('is %s', async (_, make) => {
    await expect(intake.receive(await make())).rejects.toMatchObject({
      code: 'unsupported_format',
    });
  });

  it('is a HEIC without a decoder, with that reason', async () => {
    const bytes = Buffer.alloc(2000);
    bytes.writeUInt32BE(24, 0);
    bytes.write('ftypheic', 4, 'latin1');
    bytes.write('heicmif1', 16, 'latin1');
    bytes.writeUInt32BE(1976, 24);
    bytes.write('free', 28, 'latin1');
    await expect(intake.receive(bytes, 'image/heic')).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('HEIC pictures cannot be decoded here'),
    });
  });

  it('is an animated picture', async () => {
    const { default: sharp } = await import('sharp');
    const frames = Buffer.alloc(32 * 64 * 3, 90).fill(200, 32 * 32 * 3);
    const animated = await sharp(frames, {
      raw: { width: 32, height: 64, channels: 3, pageHeight: 32 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    await expect(intake.receive(animated)).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('animated'),
    });
  });

  it.each([
    ['image/png', () => makePicture('jpeg'), 'JPEG'],
    ['image/svg+xml', () => makePicture('png'), 'PNG'],
    ['text/html', () => makePicture('png'), 'PNG'],
    ['video/mp4', () => makeMedia({ ext: 'webm', video: 'vp8' }), 'WebM'],
    ['audio/mp4', () => makeMedia({ ext: 'mp4', video: 'h264' }), 'MP4'],
    ['audio/webm', () => makeMedia({ ext: 'webm', video: 'vp8' }), 'WebM'],
    ['video/webm', () => makeMedia({ ext: 'ogg', audio: 'opus' }), 'OGG'],
    ['audio/mpeg', () => makeWav(1), 'WAV'],
    ['IMAGE/JPEG\r\nx: y', () => makeWav(1), 'WAV'],
  ] as const)('is one declared as %s that is not', async (type, make, label) => {
    await expect(intake.receive(await make(), type)).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining(`content is ${label}`),
    });
  });
});

describe('a file declared as a sister format of its container', () => {
  it.each([
    ['video/quicktime', { ext: 'mp4', video: 'h264' }, 'mp4'],
    ['video/mp4', { ext: 'mov', video: 'h264' }, 'mov'],
    ['video/mp4', { ext: 'mp4', audio: 'aac' }, 'm4a'],
    ['video/x-matroska', { ext: 'webm', video: 'vp8' }, 'webm'],
    ['video/webm', { ext: 'mkv', video: 'h264' }, 'mkv'],
    ['video/webm;codecs=opus', { ext: 'webm', audio: 'opus' }, 'weba'],
    ['audio/webm', { ext: 'webm', audio: 'opus' }, 'weba'],
    [null, { ext: 'webm', audio: 'opus' }, 'weba'],
  ] as const)('(%s) is treated as its actual kind: %o', async (type, options, format) => {
    expect(await accept(await makeMedia(options), type)).toMatchObject({ format });
  });

  it('is audio when a WebM has no video', async () => {
    const got = await accept(await makeMedia({ ext: 'webm', audio: 'opus', seconds: 2 }));
    expect(got).toMatchObject({ kind: 'audio', facts: { hasAudio: true, audioCodec: 'opus' } });
  });
});

describe('a bomb', () => {
  it.each([
    ['50,000 × 50,000 pixels that are not there', () => makeFlatPng(50_000, 50_000, 10)],
    ['144 megapixels in a few kilobytes', () => makeFlatPng(12_000, 12_000)],
    ['a strip 2,000,000 pixels wide', () => makeFlatPng(2_000_000, 60)],
  ])('of %s is too large', async (_, make) => {
    await expect(intake.receive(make())).rejects.toMatchObject({
      code: 'input_too_large',
      message: expect.stringContaining('at most 100 million pixels'),
    });
  });

  it('in a text chunk does no harm', async () => {
    const got = await accept(await makeTextBombPng(60_000_000));
    expect(got).toMatchObject({ format: 'png' });
  });
});

describe('a second file hidden in a picture', () => {
  it.each([
    ['jpeg', 'a ZIP', makeZip()],
    ['png', 'HTML', html],
    ['webp', 'a ZIP', makeZip()],
  ] as const)('is cut off behind a %s (%s)', async (format, _, tail) => {
    const bytes = await makePicture(format);
    const { stored } = await accept(Buffer.concat([bytes, tail]));
    expect(stored.equals(bytes)).toBe(true);
  });

  it('inside a chunk stays, but is served as a download only', async () => {
    const bytes = insertAfterHeader(
      await makePicture('png'),
      toPngChunk('tEXt', Buffer.concat([Buffer.from('c\0'), html])),
    );
    expect(await accept(bytes)).toMatchObject({ format: 'png' });
  });
});

describe('the size cap', () => {
  const caps = { image: 4096, audio: 8192, video: 1_048_576 };

  it('applies while bytes arrive: the rest is never requested', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield makeWav(1);
      for (;;) {
        asked += 1;
        yield Buffer.alloc(4096);
      }
    }
    const options = { incoming: intake.incoming, validator: intake.validator, caps };
    await expect(
      receiveUpload({ source: endless(), declaredType: null }, options),
    ).rejects.toMatchObject({
      code: 'input_too_large',
    });
    expect(asked).toBeLessThan(20);
  });

  it('is that of the detected kind of content', async () => {
    const sound = await makeMedia({ ext: 'mp4', audio: 'aac' });
    expect(sound.length).toBeGreaterThan(caps.audio);
    const options = { incoming: intake.incoming, validator: intake.validator, caps };
    await expect(
      receiveUpload({ source: toChunks(sound, 1000), declaredType: null }, options),
    ).rejects.toMatchObject({
      code: 'input_too_large',
      message: expect.stringContaining('audio'),
    });
  });

  it('admits the last byte', async () => {
    const bytes = makeWav(1);
    const exact = { incoming: intake.incoming, validator: intake.validator };
    const at = (audio: number) => ({ ...exact, caps: { ...caps, audio } });
    const received = await receiveUpload(
      { source: toChunks(bytes, 999), declaredType: null },
      at(bytes.length),
    );
    await received.discard();
    await expect(
      receiveUpload({ source: toChunks(bytes, 999), declaredType: null }, at(bytes.length - 1)),
    ).rejects.toMatchObject({ code: 'input_too_large' });
  });
});

describe('a stream that breaks', () => {
  it('leaves nothing behind', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield makeWav(1);
      yield Buffer.alloc(70_000);
      throw new Error('connection reset');
    }
    const options = { incoming: intake.incoming, validator: intake.validator };
    await expect(receiveUpload({ source: broken(), declaredType: null }, options)).rejects.toThrow(
      'connection reset',
    );
  });

  it('leaves nothing behind when it is aborted while validated', async () => {
    const abort = new AbortController();
    const options = { incoming: intake.incoming, validator: intake.validator };
    const pending = receiveUpload(
      { source: toChunks(makeWav(1), 999), declaredType: null, signal: abort.signal },
      options,
    );
    abort.abort();
    await expect(pending).rejects.toThrow('aborted');
  });
});

function cut(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

/** Keeps the boxes of an MP4 and empties its samples. */
function zeroSamples(bytes: Buffer): Buffer {
  const at = bytes.indexOf('mdat');
  const end = at - 4 + bytes.readUInt32BE(at - 4);
  return Buffer.from(bytes).fill(0, at + 4, end);
}

/** Makes the first entry in the table of times of an MP4 last for hours. */
function lengthenFrames(bytes: Buffer): Buffer {
  const lengthened = Buffer.from(bytes);
  lengthened.writeUInt32BE(2 ** 27, lengthened.indexOf('stts') + 16);
  return lengthened;
}

/** Writes a turn by 90° into the track header of an MP4. */
function turnUpright(bytes: Buffer): Buffer {
  const turned = Buffer.from(bytes);
  const matrix = turned.indexOf('tkhd') + 4 + 40;
  [0, 0x10000, 0, -0x10000, 0, 0].forEach((value, index) => {
    turned.writeInt32BE(value, matrix + index * 4);
  });
  return turned;
}
