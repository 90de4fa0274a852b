import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { writeCrashReport } from './crash-report.ts';
import { openLog } from './log.ts';
import { createRedactor } from './redact.ts';

const folders: string[] = [];
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guise-log-'));
  folders.push(folder);
  return join(folder, 'logs');
}
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

describe('the log', () => {
  it('writes JSON lines without secrets, readable by this user only', () => {
    const folder = createFolder();
    const redactor = createRedactor();
    redactor.addSecret('sk-12345678');
    const log = openLog({ folder, redactor, now: () => new Date(0) });
    log('warn', 'thing.happened', { url: 'https://host/?k=sk-12345678', apiKey: 'x' });
    const file = join(folder, 'guise.log');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      what: 'thing.happened',
      facts: { url: 'https://host/?k=[redacted]', apiKey: '[redacted]' },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps a bounded number of bounded files, the newest lines first', () => {
    const folder = createFolder();
    const log = openLog({ folder, redactor: createRedactor(), maxFileBytes: 500, maxFiles: 3 });
    for (let index = 0; index < 100; index += 1) {
      log('info', 'line', { index });
    }
    const files = readdirSync(folder).toSorted();
    expect(files).toEqual(['guise.1.log', 'guise.2.log', 'guise.log']);
    expect(readFileSync(join(folder, 'guise.log'), 'utf8')).toContain('"index":99');
    for (const file of files) {
      expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(500);
    }
  });

  it('goes on after a restart where it was', () => {
    const folder = createFolder();
    const options = { folder, redactor: createRedactor(), maxFileBytes: 10_000 };
    openLog(options)('info', 'first');
    openLog(options)('info', 'second');
    expect(readFileSync(join(folder, 'guise.log'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('does not stop the app when nothing can be written, and says later how much was lost', () => {
    const folder = createFolder();
    const log = openLog({ folder, redactor: createRedactor() });
    rmSync(folder, { recursive: true });
    log('info', 'lost');
    log('info', 'lost');
    openLog({ folder, redactor: createRedactor() });
    log('info', 'written');
    expect(JSON.parse(readFileSync(join(folder, 'guise.log'), 'utf8'))).toMatchObject({
      what: 'written',
      lostLines: 2,
    });
  });
});

describe('a crash report', () => {
  it('holds the error and the facts, and no secret', () => {
    const folder = createFolder();
    const redactor = createRedactor();
    redactor.addSecret('sk-12345678');
    const error = new Error('Request with sk-12345678 failed');
    const path = writeCrashReport(error, { folder, redactor, facts: { version: '1.0.0' } });
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('Request with [redacted] failed');
    expect(text).not.toContain('sk-12345678');
    expect(JSON.parse(text)).toMatchObject({ facts: { version: '1.0.0' } });
  });

  it('drops the oldest of many', () => {
    const folder = createFolder();
    for (let second = 0; second < 13; second += 1) {
      const now = new Date(second * 1000);
      writeCrashReport(new Error('x'), { folder, redactor: createRedactor(), facts: {}, now });
    }
    const reports = readdirSync(folder).toSorted();
    expect(reports).toHaveLength(10);
    expect(reports[0]).toContain('00-00-03');
  });
});
