import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const source = (crash: string, stop: string): string => `
  const { endOnCrash } = await import(${JSON.stringify(new URL('end-on-crash.ts', import.meta.url).href)});
  const { createLogger } = await import(${JSON.stringify(new URL('../http/log.ts', import.meta.url).href)});
  const logger = createLogger('info', process.stderr);
  endOnCrash({ name: 'service', logger: () => logger, stop: async () => { ${stop} } });
  setInterval(() => undefined, 1000);
  ${crash}
`;

/** Runs a process that crashes; returns its log, one entry a line. */
function crash(how: string, stop = `console.log('put away')`) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', source(how, stop)],
    { encoding: 'utf8' },
  );
  const lines = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line));
  return { status, stdout, lines };
}

it.each([
  ['an error', `setTimeout(() => { throw new Error('a bug') });`],
  ['a rejection', `void Promise.reject(new Error('a bug'));`],
])('logs %s that nobody caught with the name of the process, puts work away and ends', (_, how) => {
  const { status, stdout, lines } = crash(how);
  expect(status).toBe(1);
  expect(stdout).toBe('put away\n');
  expect(lines).toMatchObject([
    { level: 'fatal', process: 'service', err: { message: 'a bug', stack: expect.any(String) } },
  ]);
});

it('ends also when putting away fails, and says so', () => {
  const { status, lines } = crash(
    `void Promise.reject(new Error('a bug'));`,
    `throw new Error('the disk is gone')`,
  );
  expect(status).toBe(1);
  expect(lines).toMatchObject([
    { level: 'fatal' },
    { level: 'error', err: { message: 'the disk is gone' } },
  ]);
});
