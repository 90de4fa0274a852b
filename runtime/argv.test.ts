import { describe, expect, it } from 'vitest';
import { parseArguments } from './argv.ts';

describe('the command line of test tools', () => {
  it('is read as Playwright writes it', () => {
    const given = ['--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '.', '--smoke', 'x'];
    expect(parseArguments(given)).toEqual({
      app: '.',
      required: [],
      inspect: { port: 0, isBreak: false },
      remoteDebuggingPort: 0,
      userDataFolder: null,
      chromiumSwitches: ['--no-sandbox'],
      isVersionRequested: false,
    });
  });

  it('is read as electron-vite writes it, with switches behind the app', () => {
    const parsed = parseArguments(['.', '--remote-debugging-port=9222', '--inspect-brk=5858']);
    expect(parsed).toMatchObject({
      app: '.',
      remoteDebuggingPort: 9222,
      inspect: { port: 5858, isBreak: true },
    });
  });

  it('loads modules before the app', () => {
    expect(parseArguments(['-r', './a.js', '--require', 'b', 'app'])).toMatchObject({
      required: ['./a.js', 'b'],
      app: 'app',
    });
  });
});

describe('switches', () => {
  it('before the app go to Chromium, behind it only those that are known', () => {
    const given = ['--lang=de', '--some-switch', 'app', '--some-other', '--force-dark-mode'];
    expect(parseArguments(given).chromiumSwitches).toEqual([
      '--lang=de',
      '--some-switch',
      '--force-dark-mode',
    ]);
  });

  it('after the app may request accessibility for screen readers', () => {
    const given = ['app', '--force-renderer-accessibility'];
    expect(parseArguments(given).chromiumSwitches).toEqual(['--force-renderer-accessibility']);
  });

  it('that the runtime sets itself are not passed on', () => {
    const given = [
      '--proxy-server=x',
      '--app=https://x',
      '--help',
      '--headless',
      '--load-extension=x',
    ];
    expect(parseArguments([...given, 'app']).chromiumSwitches).toEqual([]);
  });

  it('set the profile', () => {
    expect(parseArguments(['app', '--user-data-dir=/tmp/x=y']).userDataFolder).toBe('/tmp/x=y');
  });

  it('behind a double dash are the app alone', () => {
    expect(parseArguments(['app', '--', '--inspect']).inspect).toBeNull();
  });

  it.each(['--inspect=70000', '--remote-debugging-port=x', '--remote-debugging-port='])(
    'with a bad port are refused: %s',
    (arg) => {
      expect(() => parseArguments([arg, 'app'])).toThrow(/takes a port/);
    },
  );
});

it('gives all words to a packaged app', () => {
  expect(parseArguments(['file.txt', '-v', '--lang=de'], { isAppFixed: true })).toMatchObject({
    app: null,
    isVersionRequested: false,
    chromiumSwitches: ['--lang=de'],
  });
});
