import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/lib/paths.mjs';
import { toolCommand } from '../../scripts/lib/tools.mjs';
import { recordNetwork, findRecordingProblem } from '../support/closed-network.ts';
import { expect, test } from '@playwright/test';

/**
 * Files whose test tagged `@recorded` runs here where every packet is recorded, with what its user does; `npm test` runs
 * these tests here alone.
 */
const walks = [
  ['ui-jobs.e2e.ts', 'a dropped video gets the face of a dropped photo'],
  ['ui-live.e2e.ts', 'a session runs on the engine of this computer'],
  ['ui-voice-changer.e2e.ts', 'speech into the microphone is converted'],
] as const;

test.beforeEach(() => {
  const reason = findRecordingProblem();
  test.skip(reason !== null, reason ?? '');
});

/**
 * The environment without the variables that this runner sets for its own workers, and without its display, which the test beside
 * this one may use: windows on one display take the focus from each other.
 */
function outerEnv(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(?:PLAYWRIGHT|TEST_|PW_|GUISE_TALLY|FORCE_COLOR|DISPLAY)/.test(name),
  );
  return Object.fromEntries(entries);
}

test('the recorder sees all packets that leave, lookups of names too', async () => {
  const script =
    "require('node:dns').lookup('guise.example', () => process.exit(3)); " +
    "require('node:dgram').createSocket('udp4').send('x', 9, '192.0.2.1');";
  const { code, packets, seen } = await recordNetwork([process.execPath, '-e', script], outerEnv());
  expect([code, seen]).toEqual([3, 2]);
  expect(packets.join('\n')).toContain('guise.example');
  expect(packets.join('\n')).toContain('192.0.2.1.9');
});

for (const [file, action] of walks) {
  test(`nothing leaves the machine while ${action}`, async () => {
    test.setTimeout(600_000);
    const output = await mkdtemp(join(tmpdir(), 'guise-network-'));
    const command = [
      ...toolCommand('@playwright/test', 'playwright'),
      'test',
      file,
      '-g',
      '@recorded',
      '--output',
      output,
      '--reporter',
      'line',
    ];
    const recorded = await recordNetwork(command, outerEnv());
    await rm(output, { recursive: true, force: true });
    expect(recorded.code, recorded.output).toBe(0);
    expect(recorded.output).toContain('1 passed');
    expect([recorded.packets, recorded.seen]).toEqual([[], 2]);
  });
}

test('nothing leaves the machine while the service without the app does a job', async () => {
  test.setTimeout(300_000);
  const data = await mkdtemp(join(tmpdir(), 'guise-network-'));
  const service = [process.execPath, join(projectRoot, 'scripts/run.mjs'), 'service'].join(' ');
  const script =
    `${service} serve --port 8790 --data ${data} & pid=$!; ` +
    `until ${service} topup 10 --data ${data}; do kill -0 $pid || exit 9; done; ` +
    `${service} job text-to-speech script='Good morning.' voice_id=en-clara --data ${data} --out ${data}/out.bin; ` +
    'code=$?; kill $pid; wait $pid; exit $code';
  const recorded = await recordNetwork(['sh', '-c', script], outerEnv());
  await rm(data, { recursive: true, force: true });
  expect(recorded.code, recorded.output).toBe(0);
  expect([recorded.packets, recorded.seen]).toEqual([[], 2]);
});
