import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { itUnless } from './describe-unless.ts';
import { findProgram, openDisplay, findProgramProblem } from './display.ts';

itUnless(findProgramProblem(['Xvfb']), 'starts a display of its own and ends it', async () => {
  const display = await openDisplay({ isAlwaysNew: true, width: 640, height: 480 });
  const socket = `/tmp/.X11-unix/X${display.name.slice(1)}`;
  expect(display.env['DISPLAY']).toBe(display.name);
  expect(existsSync(socket)).toBe(true);
  if (findProgram('xdotool') !== null) {
    const size = execFileSync('xdotool', ['getdisplaygeometry'], { env: display.env });
    expect(String(size).trim()).toBe('640 480');
  }
  await display.close();
  expect(existsSync(socket)).toBe(false);
});
