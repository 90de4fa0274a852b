/** Starts processes that hang, marked with its argument, and reports when they do; it is killed then, or before. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { detectSandbox } from '../../../src/service/sandbox/bubblewrap.ts';
import { startProcess } from '../../../src/service/sandbox/start-process.ts';

const PROCESSES = 3;
const [, , mark = ''] = process.argv;
let hanging = 0;

for (let index = 0; index < PROCESSES; index += 1) {
  const { listen } = startProcess({
    entry: fileURLToPath(new URL('hanging-process.ts', import.meta.url)),
    args: [mark],
    env: { PATH: process.env['PATH'] },
    messages: z.object({ type: z.literal('hangs') }),
  });
  listen(() => {
    hanging += 1;
    if (hanging === PROCESSES) {
      process.send?.({ hasSandbox: detectSandbox().isOn });
    }
  });
}
process.send?.({ hasSandbox: detectSandbox().isOn });
