/** Reads hostile files of a folder of models: half a megabyte of each single byte, in every kind of file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listZip } from '../../../src/engine/packs/voice-files/zip-file.ts';
import { readNpy } from '../../../src/engine/packs/voice-files/npy.ts';
import { findCardLicence, readSideJson } from '../../../src/engine/packs/voice-files/side-file.ts';
import { readOnnxHeader } from '../../../src/engine/packs/onnx/read-header.ts';

const SIZE = 500_000;
const folder = mkdtempSync(join(tmpdir(), 'guise-bytes-'));
mkdirSync(folder, { recursive: true });
try {
  writeFileSync(join(folder, 'model.onnx'), '');
  for (let byte = 0; byte < 256; byte += 1) {
    const bytes = Buffer.alloc(SIZE, byte);
    const path = join(folder, 'MODEL_CARD');
    writeFileSync(path, bytes);
    await findCardLicence(folder);
    await readSideJson(path).catch(() => null);
    await readOnnxHeader(path).catch(() => null);
    await listZip(path).catch(() => null);
    const array = Buffer.from(bytes);
    array.write('\x93NUMPY\x01\x00', 'latin1');
    array.writeUInt16LE(65_000, 8);
    try {
      readNpy(array, 'array.npy');
    } catch {
      // Refused as expected; only the duration matters.
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write('all read');
