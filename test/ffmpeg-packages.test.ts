import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getFFmpegInfo } from 'node-av/lib';
import { afterAll, describe, expect, it } from 'vitest';
import { describePackage } from '../scripts/lib/package/debian.mjs';
import {
  requireFfmpegFile,
  findLicenceConflicts,
  readFfmpegConfiguration,
  requireShareable,
} from '../scripts/lib/package/ffmpeg.mjs';
import { installFfmpeg, removeFfmpeg } from '../scripts/lib/package/install-ffmpeg.mjs';
import { projectRoot } from '../scripts/lib/paths.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'guise-ffmpeg-'));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the licence of FFmpeg', () => {
  const file = requireFfmpegFile(projectRoot);

  it('follows from the options that its library holds', () => {
    expect(readFfmpegConfiguration(file)).toContain(getFFmpegInfo().configuration.trim());
  });

  it('is in question where the GPL meets libfdk-aac, and settled by nonfree', () => {
    expect(findLicenceConflicts('--enable-gpl --enable-libx264')).toEqual([]);
    expect(findLicenceConflicts('--enable-libfdk-aac --enable-version3')).toEqual([]);
    expect(findLicenceConflicts('--enable-gpl --enable-libfdk-aac')).toHaveLength(1);
    expect(findLicenceConflicts('--enable-gpl --enable-nonfree')).toHaveLength(1);
  });

  it('prevents a package for distribution with the FFmpeg of this system', () => {
    const conflicts = findLicenceConflicts(getFFmpegInfo().configuration);
    if (conflicts.length > 0) {
      expect(() => requireShareable(file)).toThrow('--private');
    } else {
      expect(() => requireShareable(file)).not.toThrow();
    }
  });

  it('needs a library that reports its build options', () => {
    const other = join(scratch, 'other.node');
    writeFileSync(other, 'nothing');
    expect(() => readFfmpegConfiguration(other)).toThrow('does not say');
  });
});

describe('a Debian package without FFmpeg', () => {
  const facts = {
    version: '1.2.3',
    debianVersion: '1.2.3-4',
    maintainer: 'Somebody <somebody@studio.example>',
    epochSec: 0,
  };

  it('fetches FFmpeg at its installation and removes it at its removal', () => {
    const source = { package: '', version: '', integrity: '', url: '', member: '' };
    const { scripts } = describePackage('guise-common', { ...facts, ffmpeg: source });
    expect(scripts['postinst']).toContain('guise-ffmpeg install');
    expect(scripts['prerm']).toContain('guise-ffmpeg remove');
    expect(describePackage('guise-common', { ...facts, ffmpeg: null }).scripts).toEqual({});
  });
});

describe('the installer of FFmpeg', () => {
  const library = Buffer.from('a library');
  const archive = join(scratch, 'ffmpeg.tgz');
  const bytes = gzipSync(
    Buffer.concat([
      tar('package/README.md', Buffer.from('x')),
      tar('package/node-av.node', library),
    ]),
  );
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const source = {
    package: 'av',
    version: '1.0.0',
    integrity,
    url: `data:application/gzip;base64,${bytes.toString('base64')}`,
    member: 'package/node-av.node',
  };
  const folder = join(scratch, 'installed');
  const file = join(folder, 'node-av.node');
  writeFileSync(archive, bytes);

  it('installs FFmpeg from an archive, once', async () => {
    expect(await installFfmpeg({ source, file, archive })).toBe('installed');
    expect(readFileSync(file)).toEqual(library);
    expect(await installFfmpeg({ source, file, archive })).toBe('there');
  });

  it('leaves nothing after its removal', () => {
    removeFfmpeg(file);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fetches FFmpeg from its address', async () => {
    expect(await installFfmpeg({ source, file, archive: undefined })).toBe('installed');
    expect(readFileSync(file)).toEqual(library);
  });

  it('refuses another archive and names both checksums', async () => {
    const other = { ...source, integrity: 'sha512-other' };
    const place = join(scratch, 'refused', 'node-av.node');
    const installed = installFfmpeg({ source: other, file: place, archive });
    await expect(installed).rejects.toThrow(
      `its checksum is ${integrity}, sha512-other is expected`,
    );
    expect(existsSync(place)).toBe(false);
  });
});

/** A file in the format of a tar archive. */
function tar(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(512);
  head.write(name);
  head.write(content.length.toString(8).padStart(11, '0'), 124);
  return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}
