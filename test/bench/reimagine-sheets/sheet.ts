import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import type { RgbaImage } from '../../../src/engine/pixels/frame.ts';

/** Folder of the sheets. */
export const sheetsFolder = resolveInProject('out', 'reimagine-sheets');

/** A row of results with its instruction; null for a missing result. */
export interface SheetRow {
  readonly label: string;
  readonly pictures: readonly (RgbaImage | null)[];
}

const TILE = { width: 240, height: 260 } as const;
const LABEL = 20;
/** A checkerboard of this colour is visible through transparent areas. */
const SEEN_THROUGH = '#c8a0d8';

/** Writes rows as one PNG into {@link sheetsFolder} and returns its path. */
export async function writeSheet(name: string, rows: readonly SheetRow[]): Promise<string> {
  const columns = Math.max(...rows.map(({ pictures }) => pictures.length));
  const width = columns * TILE.width;
  const parts = await Promise.all(
    rows.map(async ({ label, pictures }, row) => {
      const top = row * (TILE.height + LABEL);
      const tiles = await Promise.all(
        pictures.map(async (image, column) =>
          image === null
            ? []
            : [{ input: await drawTile(image), left: column * TILE.width, top: top + LABEL }],
        ),
      );
      const text = { text: label.replaceAll('&', '&amp;'), width, height: LABEL - 4, rgba: true };
      const input = await sharp({ text }).png().toBuffer();
      return [{ input, left: 2, top: top + 2 }, ...tiles.flat()];
    }),
  );
  const height = rows.length * (TILE.height + LABEL);
  const path = join(sheetsFolder, `${name}.png`);
  await mkdir(sheetsFolder, { recursive: true });
  const sheet = sharp({ create: { width, height, channels: 3, background: '#ffffff' } });
  await writeFile(path, await sheet.composite(parts.flat()).png().toBuffer());
  return path;
}

function drawTile({ width, height, pixels }: RgbaImage): Promise<Buffer> {
  return sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
    .flatten({ background: SEEN_THROUGH })
    .resize({ ...TILE, fit: 'inside' })
    .png()
    .toBuffer();
}
