import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDifference } from '../scripts/lib/install.mjs';
import { helpText, parseOptions } from '../scripts/lib/options.mjs';
import { resolveInProject } from '../scripts/lib/paths.mjs';
import { runAll } from '../scripts/lib/run-all.mjs';
import { Stop } from '../scripts/lib/stop.mjs';
import { missingPackages, tryForSystemPackages } from '../scripts/lib/system-packages.mjs';
import { chooseRuntime } from '../scripts/lib/which-runtime.mjs';
import { measureDifference, dominantColourFraction, readXwd, toPng } from '../scripts/lib/xwd.mjs';
import { describeUnless, itUnless, findLinuxProblem } from './support/describe-unless.ts';

describe('the set-up', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  };

  it('installs nothing when the tree matches the lock', () => {
    const installed = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } };
    expect(findDifference(wanted, installed)).toBeNull();
  });

  it('names a package that is missing or has another version', () => {
    expect(findDifference(wanted, {})).toBe('zod differs');
    const other = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-b' } };
    expect(findDifference(wanted, other)).toBe('zod differs');
  });

  it('accepts any browser of the family', () => {
    const hasChrome = (programs: readonly string[]): boolean =>
      programs.includes('google-chrome-stable');
    expect(missingPackages(['chromium-runtime'], hasChrome)).toEqual([]);
    const names = missingPackages(['chromium-runtime', 'virtual-display'], () => false);
    expect(names.map((entry) => entry.name)).toEqual(['chromium', 'xvfb', 'openbox']);
  });

  it('needs nothing for tests of devices, which skip where they cannot run', () => {
    const names = missingPackages(['tests'], () => false).map((entry) => entry.name);
    expect(names).toEqual(['xdotool', 'tcpdump']);
    const ofDevices = missingPackages(['device-tests'], () => false).map((entry) => entry.name);
    expect(ofDevices).toEqual(expect.arrayContaining(['pipewire', 'pulseaudio']));
  });

  itUnless(findLinuxProblem(), 'reports failed installations, and continues', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-apt-'));
    const apt = join(folder, 'apt-get');
    await writeFile(apt, '#!/bin/sh\necho no route to any mirror\nexit 100\n');
    await chmod(apt, 0o755);
    vi.stubEnv('PATH', folder);
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    try {
      await tryForSystemPackages(['device-tests']);
    } finally {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
    expect(said.join('')).toMatch(/(no route to any mirror|pulseaudio)[^]*The run goes on/);
  });
});

describeUnless(findLinuxProblem(), 'the choice of the runtime', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guise-runtime-'));
    vi.stubEnv('ELECTRON_EXEC_PATH', '');
    vi.stubEnv('GUISE_RUNTIME_REASON', undefined);
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it('is Electron when its binary exists', async () => {
    const binary = join(folder, 'electron');
    await writeFile(binary, '');
    expect(await chooseRuntime()).toEqual({
      kind: 'electron',
      executablePath: binary,
      reason: 'The Electron binary is installed.',
    });
    expect(await chooseRuntime({ choice: 'chromium' })).toMatchObject({ kind: 'chromium' });
  });

  it("is the system's Chromium without that binary, and reports the reason", async () => {
    const runtime = await chooseRuntime();
    expect(runtime).toMatchObject({ kind: 'chromium' });
    expect(runtime.executablePath).toBe(resolveInProject('runtime', 'electron'));
    expect(runtime.reason).toMatch(/^The Electron binary is not here: .+\.$/);
  });

  it('is the one in ELECTRON_EXEC_PATH, with the reason that was passed on', async () => {
    vi.stubEnv('ELECTRON_EXEC_PATH', join(folder, 'other'));
    expect(await chooseRuntime({ choice: 'chromium' })).toMatchObject({
      kind: 'electron',
      reason: 'ELECTRON_EXEC_PATH names this runtime.',
    });
    vi.stubEnv('ELECTRON_EXEC_PATH', resolveInProject('runtime', 'electron'));
    vi.stubEnv('GUISE_RUNTIME_REASON', 'It was asked for.');
    expect(await chooseRuntime()).toMatchObject({ kind: 'chromium', reason: 'It was asked for.' });
  });
});

describe('options', () => {
  const usage = {
    line: 'npm run x',
    about: 'Does x.',
    options: { json: { value: 'FILE', about: 'Writes it.' }, once: { about: 'Ends.' } },
    positional: 'NAME',
  };

  it('are parsed according to the help', () => {
    const parsed = parseOptions(usage, ['ipc', '--json', 'a.json', '--once']);
    expect({ ...parsed.values }).toEqual({ json: 'a.json', once: true });
    expect(parsed.positionals).toEqual(['ipc']);
    expect(helpText(usage)).toContain('--json FILE');
  });

  it('that are unknown end with exit code 2 and the help', () => {
    expect(() => parseOptions(usage, ['--jso'])).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining('--json FILE') }),
    );
  });
});

describe('a run of steps', () => {
  it('continues after a failure and counts every case', async () => {
    const tally = { passed: 3, failed: 1, skipped: ['a (no keyring)'], failures: ['b'] };
    const total = await runAll([
      { name: 'one', run: () => Promise.reject(new Stop('broken')) },
      { name: 'two', run: () => Promise.resolve(tally) },
      { name: 'three', run: () => Promise.resolve() },
    ]);
    expect(total).toEqual({ passed: 4, failed: 2, skipped: ['a (no keyring)'] });
  });
});

describe('the framebuffer of a virtual display', () => {
  const picture = readXwd(makeXwd(3, 2));

  it('is read without the padding of its rows and with red first', () => {
    expect({ ...picture, pixels: [...picture.pixels.subarray(0, 6)] }).toEqual({
      width: 3,
      height: 2,
      pixels: [30, 20, 10, 31, 21, 11],
    });
  });

  it('becomes a PNG with the same pixels', () => {
    const png = toPng(picture);
    const start = png.indexOf('IDAT') + 4;
    const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
    expect([...rows.subarray(1, 10)]).toEqual([...picture.pixels.subarray(0, 9)]);
    expect(rows).toHaveLength(2 * (3 * 3 + 1));
  });

  it('differs by the fraction of changed pixels', () => {
    const changed = { ...picture, pixels: Uint8Array.from(picture.pixels) };
    changed.pixels[0] = 99;
    expect(measureDifference(picture, changed)).toBeCloseTo(1 / 6);
  });

  it('recognises a blank window by its single colour', () => {
    const blank = { ...picture, pixels: new Uint8Array(picture.pixels.length).fill(255) };
    expect(dominantColourFraction(blank, picture)).toBe(1);
    const written = { ...blank, pixels: Uint8Array.from(blank.pixels) };
    written.pixels.set([1, 2, 3], 0);
    expect(dominantColourFraction(written, picture)).toBeCloseTo(5 / 6);
  });
});

/** An XWD file in Xvfb's format: one colour-map entry, rows padded by four bytes. */
function makeXwd(width: number, height: number): Buffer {
  const headerBytes = 104;
  const rowBytes = width * 4 + 4;
  const bytes = Buffer.alloc(headerBytes + 12 + rowBytes * height);
  const fields = { 0: headerBytes, 1: 7, 2: 2, 4: width, 5: height, 11: 32, 12: rowBytes, 19: 1 };
  for (const [index, value] of Object.entries(fields)) {
    bytes.writeUInt32BE(value, Number(index) * 4);
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      bytes.set([10 + pixel, 20 + pixel, 30 + pixel, 0], headerBytes + 12 + y * rowBytes + x * 4);
    }
  }
  return bytes;
}
