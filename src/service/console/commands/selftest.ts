import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFindings, toFinding } from '../findings.ts';
import { checkMachine } from '../machine-checks.ts';
import { checkProgram } from '../selftest/program-checks.ts';
import { checkRenders } from '../selftest/render-checks.ts';
import type { ConsoleCommand } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

/** Checks that this installation works: renders something small on a temporary service. */
export const selftest: ConsoleCommand = {
  usage: {
    line: '[OPTIONS]',
    description:
      'Checks this machine and the program: native code, checksums of the models, and a service started for the\n' +
      'test, which swaps a face in a picture and speaks a sentence. Its files are removed afterwards; the data\n' +
      'of other services is not touched. Exits with code 1 when a check fails.',
    options: {
      port: { value: 'N', description: 'Also checks whether this port is free.' },
      ...jsonOption,
    },
    maxArguments: 0,
  },

  async run(args) {
    const port = args.whole('port', { min: 0, max: 65_535 }) ?? 0;
    const folder = await mkdtemp(join(tmpdir(), 'guise-selftest-'));
    try {
      const findings = [...(await checkMachine({ folder, port })), ...(await checkProgram())];
      const renders = await checkRenders(join(folder, 'service')).catch(async (error: unknown) => [
        await toFinding('service', () => Promise.reject(error)),
      ]);
      return printFindings(args, [...findings, ...renders]);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
