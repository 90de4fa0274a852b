import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RgbaImage } from '../../pixels/frame.ts';
import { provenanceXmp } from '../provenance.ts';
import { readStill, writeStill } from './stills.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-stills-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates an image: red on the left, blue on the right, green below. */
function testImage(width = 48, height = 32): RgbaImage {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const isLeft = at % width < width / 2;
    const isTop = at < (width * height) / 2;
    pixels.set(
      isTop ? (isLeft ? [220, 20, 20, 255] : [20, 20, 220, 255]) : [20, 200, 20, 255],
      at * 4,
    );
  }
  return { width, height, pixels };
}

function pixel({ width, pixels }: RgbaImage, x: number, y: number): number[] {
  return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

describe('a still', () => {
  it.each([{ type: 'png' }, { type: 'jpeg' }, { type: 'webp' }] as const)(
    'says in $type how it was made, and looks the same',
    async (format) => {
      const plain = join(folder, `plain.${format.type}`);
      const said = join(folder, `said.${format.type}`);
      await writeStill(plain, testImage(), format);
      await writeStill(said, testImage(), format, provenanceXmp);
      const { xmp } = await sharp(said).metadata();
      expect(xmp?.toString()).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
      expect((await readStill(said)).pixels).toEqual((await readStill(plain)).pixels);
      expect((await sharp(plain).metadata()).xmp).toBeUndefined();
    },
  );

  it.each([{ type: 'png' }, { type: 'jpeg' }, { type: 'webp' }] as const)(
    'comes back from $type',
    async (format) => {
      const path = join(folder, `back.${format.type}`);
      await writeStill(path, testImage(), format);
      const still = await readStill(path);
      expect(still).toMatchObject({ width: 48, height: 32 });
      const [red = 0, , blue = 0] = pixel(still, 6, 6);
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(40);
    },
  );

  it('keeps transparency in PNG and flattens it on white in JPEG', async () => {
    const image = testImage();
    image.pixels.fill(0);
    await writeStill(join(folder, 'clear.png'), image, { type: 'png' });
    await writeStill(join(folder, 'clear.jpeg'), image, { type: 'jpeg' });
    const [clear, white] = [
      await readStill(join(folder, 'clear.png')),
      await readStill(join(folder, 'clear.jpeg')),
    ];
    expect(clear.hasAlpha).toBe(true);
    expect(pixel(clear, 3, 3)[3]).toBe(0);
    expect(white.hasAlpha).toBe(false);
    expect(pixel(white, 3, 3)).toEqual([255, 255, 255, 255]);
  });

  it('is turned upright by its EXIF mark', async () => {
    const path = join(folder, 'turned.jpeg');
    const { width, height, pixels } = testImage();
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toFile(path);
    const still = await readStill(path);
    expect(still).toMatchObject({ width: 32, height: 48 });
    // A quarter turn clockwise: left becomes top, bottom becomes left.
    expect(pixel(still, 4, 24)[1]).toBeGreaterThan(150);
    expect(pixel(still, 28, 4)[0]).toBeGreaterThan(150);
  });

  it('of another colour space is brought to sRGB', async () => {
    const path = join(folder, 'p3.png');
    await sharp({
      create: { width: 8, height: 8, channels: 3, background: { r: 200, g: 100, b: 50 } },
    })
      .withIccProfile('p3')
      .png()
      .toFile(path);
    // Display P3 stores other values for the same colour, which reading converts back to sRGB.
    const raw = await sharp(path).keepIccProfile().raw().toBuffer();
    expect(raw[0]).not.toBe(200);
    const [red = 0, green = 0, blue = 0] = pixel(await readStill(path), 4, 4);
    expect(Math.abs(red - 200)).toBeLessThan(4);
    expect(Math.abs(green - 100)).toBeLessThan(4);
    expect(Math.abs(blue - 50)).toBeLessThan(4);
  });

  it('of one channel and 16 bits becomes RGBA of 8 bits', async () => {
    const path = join(folder, 'grey.png');
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
      .toColourspace('grey16')
      .png()
      .toFile(path);
    const [red = 0, green = 0, blue = 0, alpha] = pixel(await readStill(path), 4, 4);
    expect([green, blue, alpha]).toEqual([red, red, 255]);
    expect(Math.abs(red - 128)).toBeLessThan(4);
  });

  it('is reduced while it is read, never enlarged', async () => {
    const path = join(folder, 'large.png');
    await writeStill(path, testImage(400, 200), { type: 'png' });
    expect(await readStill(path, { maxSide: 100 })).toMatchObject({ width: 100, height: 50 });
    expect(await readStill(path, { maxSide: 1000 })).toMatchObject({ width: 400, height: 200 });
  });

  it('with too many pixels is refused with the figures', async () => {
    const path = join(folder, 'many.png');
    await writeStill(path, testImage(400, 200), { type: 'png' });
    await expect(readStill(path, { maxPixels: 50_000 })).rejects.toMatchObject({
      code: 'input_too_large',
      message: expect.stringContaining('400 × 200'),
    });
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('that is %s is refused', async (name, content) => {
    const path = join(folder, `${name}.png`);
    await writeFile(path, content);
    await expect(readStill(path)).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('that cannot be written leaves nothing', async () => {
    const inner = join(folder, 'missing', 'x.png');
    await expect(writeStill(inner, testImage(), { type: 'png' })).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
