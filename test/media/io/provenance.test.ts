import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { provenanceComment } from '../../../src/engine/io/provenance.ts';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import { createI420Frame } from '../../../src/engine/pixels/frame.ts';

it('a video contains its origin on request, and else nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-provenance-'));
  const write = async (name: string, comment?: string): Promise<Buffer> => {
    const path = join(folder, name);
    const writer = await openVideoWriter(path, {
      size: { width: 64, height: 64 },
      colour: { matrix: 'bt601', isFullRange: false },
      frameRate: { num: 25, den: 1 },
      comment,
    });
    for (const timestampUs of [0, 40_000]) {
      await writer.write(createI420Frame(64, 64), { timestampUs, durationUs: 40_000 });
    }
    await writer.finish();
    return readFile(path);
  };
  expect((await write('said.mp4', provenanceComment)).includes(provenanceComment)).toBe(true);
  expect((await write('plain.mp4')).includes('digitalsourcetype')).toBe(false);
  await rm(folder, { recursive: true });
});
