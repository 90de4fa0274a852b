/** The command line as a user meets it: real processes, a data folder, no app. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { runConsole } from '../../src/service/console/run.ts';
import { makeAsciiWav } from './support/samples.ts';
import { orders } from './support/every-processor.ts';

const entry = join(import.meta.dirname, '../../src/service/console/index.ts');
const registry = join(import.meta.dirname, 'support/every-processor.ts');

let folder: string;
let data: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-console-'));
  data = join(folder, 'data');
  await writeFile(join(folder, 'voice.wav'), makeAsciiWav(0.5));
});

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, GUISE_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  const child = start(args, env);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, out, err };
}

interface Served {
  readonly base_url: string;
  readonly api_key: string | null;
  readonly child: ChildProcess;
}

async function serve(...args: string[]): Promise<Served> {
  const child = start(['serve', '--json', '--port', '0', '--processors', registry, ...args]);
  const line = await new Promise<string>((resolve, reject) => {
    let out = '';
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) {
        resolve(out.slice(0, out.indexOf('\n')));
      }
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${err}`)));
  });
  return { ...(JSON.parse(line) as Pick<Served, 'base_url' | 'api_key'>), child };
}

const account = (served: Served): Promise<Response> =>
  fetch(`${served.base_url}/account`, { headers: { authorization: `Bearer ${served.api_key}` } });

/**
 * Runs the console inside this process: commands that start nothing need no process of their own, which takes a second
 * of a core.
 */
async function runHere(args: readonly string[]): Promise<Result> {
  vi.stubEnv('GUISE_DATA', data);
  const texts = { out: '', err: '' };
  const catchText = (to: 'out' | 'err') => (chunk: string | Uint8Array) => {
    texts[to] += chunk.toString();
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(catchText('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(catchText('err'));
  try {
    const code = await runConsole(args);
    return { code, ...texts };
  } finally {
    out.mockRestore();
    err.mockRestore();
    vi.unstubAllEnvs();
  }
}

describe('called wrongly', () => {
  test.each([
    [['nonsense'], 'There is no command nonsense'],
    [['serve', '--prot', '1'], 'prot'],
    [['serve', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['serve', 'now'], 'does not take now'],
    [['serve', '--database-url', 'mysql://x'], 'postgres://'],
    [['serve', '--roles', 'api'], 'share a PostgreSQL database'],
    [['serve', '--roles', 'jobs', '--database-url', 'postgres://x'], 'needs --public-url'],
    [['serve', '--roles', 'api,cook', '--database-url', 'postgres://x'], 'api, jobs, live'],
    [['serve', '--cover-card', entry], 'JPEG, PNG or WebP picture of at most'],
    [['serve', '--cover-card', join(import.meta.dirname, 'none.png')], 'cannot be read as one'],
    [
      ['serve', '--cover-card', entry, '--roles', 'api', '--database-url', 'postgres://x'],
      'the role live',
    ],
    [['serve', '--s3-bucket', 'b', '--s3-public-endpoint', 'https://x'], '--s3-direct'],
    [['keys'], 'create, list, rotate or revoke'],
    [['keys', 'create', '--scope', 'everything'], 'no scope everything'],
    [['topup', 'lots'], 'amount of dollars'],
    [['job'], 'An endpoint is needed'],
    [['job', 'fly'], 'There is no job fly'],
    [
      ['job', 'text-to-speech', 'script', '--api-key', 'k', '--base-url', 'http://127.0.0.1:9'],
      'field=value',
    ],
  ])('%j ends with 2 and reports the reason', async (args, said) => {
    const { code, out, err } = await runHere(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });

  test('without a command it shows the commands; help is no error', async () => {
    expect(await runHere([])).toMatchObject({ code: 2 });
    const help = await runHere(['help', 'job']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('face-swap-image');
    expect((await runHere(['keys', '--help'])).out).toContain('--scope');
  });
});

describe('serve', { timeout: 60_000 }, () => {
  test('creates a first key for a new folder, keeps it over a restart, and stops cleanly', async () => {
    const first = await serve();
    expect(first.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect((await account(first)).status).toBe(200);
    expect((await stat(join(data, 'first-key'))).mode & 0o777).toBe(0o600);
    const ended = once(first.child, 'exit');
    first.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);

    const second = await serve();
    expect(second.api_key).toBe(first.api_key);
    expect((await account(second)).status).toBe(200);
  });

  test('drains at the first request to end, and stops at the second', async () => {
    // A separate folder, because the job would continue to run in that of the other tests.
    const dataOptions = ['--data', join(folder, 'draining')];
    const served = await serve('--drain', '60', ...dataOptions);
    const origin = new URL(served.base_url).origin;
    const ready = () => fetch(`${origin}/readyz`).then(({ status }) => status);
    const client = createApiClient({ baseUrl: served.base_url, apiKey: served.api_key ?? '' });
    const { id } = await client.submitTextToSpeech({
      body: { script: orders.endless, voice_id: 'en' },
    });
    await waitForJob(client, id, {
      firstIntervalMs: 50,
      isDone: ({ status }) => status === 'processing',
    });
    expect(await ready()).toBe(200);
    const ended = once(served.child, 'exit');
    served.child.kill('SIGTERM');
    while ((await ready()) !== 503) {
      expect(served.child.exitCode).toBeNull();
    }
    expect((await runHere(['nodes', ...dataOptions])).out).toContain('draining');
    expect((await account(served)).status).toBe(200);
    served.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('refuses a folder that another service has', async () => {
    await serve();
    const { code, err } = await run(['serve', '--port', '0']);
    expect(code).toBe(1);
    expect(err).toContain('is using the data folder');
  });

  test('names a price list that cannot be used', async () => {
    const file = join(folder, 'prices.json');
    await writeFile(file, '{"currency":"EUR"}');
    const { code, err } = await run(['serve', '--port', '0', '--pricing', file]);
    expect(code).toBe(1);
    expect(err).toContain(file);
  });
});

describe('the owner', { timeout: 90_000 }, () => {
  test('works on a running service and on a folder at rest alike', async () => {
    const served = await serve();
    const made = JSON.parse(
      (await runHere(['keys', 'create', 'script', '--scope', 'jobs:read', '--json'])).out,
    );
    const ask = (key: string) =>
      fetch(`${served.base_url}/jobs`, { headers: { 'x-api-key': key } }).then(
        ({ status }) => status,
      );
    expect(await ask(made.api_key)).toBe(200);
    const rotated = JSON.parse((await runHere(['keys', 'rotate', made.id, '--json'])).out);
    expect([await ask(made.api_key), await ask(rotated.api_key)]).toEqual([401, 200]);
    expect((await runHere(['keys', 'revoke', rotated.api_key])).code).toBe(0);
    expect(await ask(rotated.api_key)).toBe(401);
    expect((await runHere(['topup', '12.5', '--reference', 'invoice 1'])).out).toContain(
      '12.50 USD',
    );

    const ended = once(served.child, 'exit');
    served.child.kill('SIGTERM');
    await ended;
    expect((await run(['topup', '12.5', '--reference', 'invoice 1'])).out).toContain('12.50 USD');
    const keys = JSON.parse((await runHere(['keys', 'list', '--json'])).out) as {
      readonly revoked_at: unknown;
    }[];
    expect(keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
    const secret = await runHere(['webhook-secret']);
    expect(secret.out).toMatch(/^whsec_\S+\n$/);
    expect((await runHere(['webhook-secret', 'rotate'])).out).toContain(secret.out.trim());
    expect((await run(['doctor'])).code).toBe(0);
    expect((await runHere(['keys', 'revoke', 'nobody'])).err).toContain('There is no key nobody');
    for (const words of [
      ['keys', 'list', '--account', 'nobody'],
      ['webhooks', 'list', '--account', 'nobody'],
      ['webhooks', 'show', 'nothing'],
    ]) {
      const reply = await runHere(words);
      expect([reply.code, reply.err]).toEqual([1, expect.stringContaining('not_found')]);
    }
  });

  test('rotates the first key in its file too', async () => {
    const before = await serve();
    const shown = (before.api_key ?? '').slice(-4);
    const made = JSON.parse((await runHere(['keys', 'rotate', shown, '--json'])).out);
    expect((await readFile(join(data, 'first-key'), 'utf8')).trim()).toBe(made.api_key);
    expect((await account(before)).status).toBe(401);
  });
});

describe('job', { timeout: 120_000 }, () => {
  test('uploads, waits and downloads, on the running service and on its own', async () => {
    const args = ['job', 'voice-clone', 'voice_sample_key=@voice.wav', 'script=Good morning.'];
    await serve();
    const through = await run([...args, '--out', 'one.bin', '--json']);
    expect(through.code, through.err).toBe(0);
    expect(JSON.parse(through.out)).toMatchObject({ status: 'succeeded', error: null });
    expect(await readFile(join(folder, 'one.bin'), 'utf8')).toContain('Good morning.');
    for (const child of running.splice(0)) {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGTERM');
      await ended;
    }
    const alone = await run([...args, '--out', 'two.bin', '--processors', registry]);
    expect(alone.code, alone.err).toBe(0);
    expect(alone.out).toBe('two.bin\n');
    expect(await readFile(join(folder, 'two.bin'), 'utf8')).toContain('voice_clone');
  });

  test('takes the service from the environment', async () => {
    const served = await serve();
    const env = {
      GUISE_BASE_URL: served.base_url,
      GUISE_API_KEY: served.api_key ?? '',
      GUISE_DATA: join(folder, 'other'),
    };
    const done = await run(
      ['job', 'text-to-speech', 'script=Good evening.', 'voice_id=en', '--json'],
      env,
    );
    expect(JSON.parse(done.out)).toMatchObject({ status: 'succeeded' });
  });

  test('reports a job that fails or is refused by exit code 1', async () => {
    const served = await serve();
    const env = { GUISE_BASE_URL: served.base_url, GUISE_API_KEY: served.api_key ?? '' };
    const failed = await run(
      ['job', 'text-to-speech', `script=${orders.faceless}`, 'voice_id=en'],
      env,
    );
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('face_not_detected');
    const refused = await run(['job', 'text-to-speech', 'script=a', 'voice=en'], env);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('"voice"');
  });

  test('cancels the job when it is interrupted', async () => {
    const served = await serve();
    const env = { GUISE_BASE_URL: served.base_url, GUISE_API_KEY: served.api_key ?? '' };
    const child = start(
      ['job', 'text-to-speech', `script=${orders.endless}`, 'voice_id=en', '--json'],
      env,
    );
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('processing')) {
          resolve();
        }
      });
    });
    const closed = once(child, 'close');
    child.kill('SIGINT');
    expect(await closed).toEqual([1, null]);
    expect(JSON.parse(out)).toMatchObject({ status: 'canceled' });
  });
});
