import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settingsSchema } from '../../contract/settings.ts';
import { openLog } from '../log/log.ts';
import { createRedactor } from '../log/redact.ts';
import { createDiagnosticsCalls } from './diagnostics-calls.ts';

const key = 'sk-planted-Q7vX2mJ9-Zt4LkW8rB3nH6yD1';
const forms = [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-diagnostics-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function openCalls(redactor = createRedactor()) {
  const settings = settingsSchema.parse({});
  return createDiagnosticsCalls({
    logFolder: folder,
    redactor,
    chooseSavePath: async (name) => join(folder, name),
    nowMs: () => Date.UTC(2026, 0, 31),
    readParts: async () => ({
      about: {
        name: 'Guise',
        version: '0.1.0',
        runtime: { kind: 'chromium', version: '1', chromiumVersion: '2', reason: `No ${key}.` },
        nodeVersion: '24',
        platform: 'linux',
        arch: 'x64',
        paths: { data: '/d', results: '/r', logs: '/l' },
      },
      machine: { cores: 2 },
      settings: {
        ...settings,
        live: { ...settings.live, prompt: 'as my neighbour Anna' },
        updateFeed: 'https://updates.example/feed?token=t0k3n',
        formPresets: [
          {
            id: 'p1',
            name: 'Like Anna',
            feature: 'text_to_speech',
            values: { language: 'xx-anna' },
          },
        ],
      },
      embedded: { state: 'running', baseUrl: `http://127.0.0.1:1/${key}`, mediaSandbox: 'on' },
      profiles: {
        activeId: 'p1',
        profiles: [
          {
            id: 'p1',
            kind: 'remote',
            name: `Studio ${key}`,
            baseUrl: 'https://studio.example/api/v1',
            keyLast4: key.slice(-4),
            keyState: 'stored',
          },
        ],
        protection: { kind: 'system', backend: 'gnome_libsecret' },
      },
      home: '/home/anna',
    }),
  });
}

it('saves a report with versions, settings and the log, and the planted key in no form', async () => {
  const redactor = createRedactor();
  redactor.addSecret(key);
  // A value that an older version, or another program, could have left.
  const raw = {
    time: 't0',
    level: 'warn',
    what: `old ${key}`,
    facts: { list: forms, api_key: 'x1' },
  };
  await writeFile(join(folder, 'guise.1.log'), `${JSON.stringify(raw)}\n{"cut off`);
  const log = openLog({ folder, redactor });
  log('error', 'call.failed', { header: `Bearer ${key}`, file: '/home/anna/face.png' });
  const { path } = await openCalls(redactor)['diagnostics.save']({});
  const report = await readFile(path ?? '', 'utf8');
  for (const form of forms) {
    expect(report).not.toContain(form);
  }
  expect(report).not.toMatch(/x1|anna|Anna|studio\.example|updates\.example|t0k3n|7vX2|6yD1/);
  expect(report).toContain('"version": "0.1.0"');
  expect(report).toContain('"theme": "dark"');
  expect(report).toContain('"updateFeed": "chosen"');
  expect(report).toContain('"kind": "remote"');
  expect(report).toContain('~/face.png');
  expect(report).toMatch(/t0 warn old \[redacted\][^]*error call\.failed/);
});

it('shows the newest lines of the service alone, oldest first', async () => {
  const log = openLog({ folder, redactor: createRedactor() });
  for (let count = 0; count < 130; count += 1) {
    log('info', 'service.log', { line: `n${count}` });
    log('info', 'other');
  }
  const lines = await openCalls()['diagnostics.read_log']({ of: 'service' });
  expect(lines).toHaveLength(100);
  expect(lines[0]?.text).toContain('n30');
  expect(lines.at(-1)?.text).toContain('n129');
  expect(await openCalls()['diagnostics.read_log']({ of: 'app' })).toHaveLength(100);
});

it('has nothing to show where there is no log', async () => {
  expect(await openCalls()['diagnostics.read_log']({ of: 'app' })).toEqual([]);
});
