import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgramProblem } from '../support/display.ts';
import { prepareKernel } from './kernel.ts';
import { runInMachine } from './machine.ts';

/** Project and options of a run. */
export interface LoopbackTestOptions {
  readonly project: string;
  /** A folder with the source of another v4l2loopback than Debian's. */
  readonly source: string | null;
  readonly print: (line: string) => void;
}

const programs = ['qemu-system-x86_64', 'apt-get', 'apt-cache', 'dpkg-deb', 'make', 'gcc', 'ldd'];

/** Returns the reason why the tests cannot run on this machine; null where they can. */
export function findMachineProblem(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return 'the machine is one of Linux on x64';
  }
  return findProgramProblem(programs);
}

/** Tests the writer of v4l2loopback on a kernel with that module. Returns the exit code. */
export async function testLoopback({
  project,
  source,
  print,
}: LoopbackTestOptions): Promise<number> {
  const folder = join(project, 'out', 'cache', 'v4l2');
  await mkdir(folder, { recursive: true });
  const kernel = await prepareKernel(folder, source).catch((error: unknown) => {
    print(`skipped: the kernel cannot be made (${String(error)})`);
    return null;
  });
  if (kernel === null) {
    return 0;
  }
  return runInMachine({ kernel, project, script: 'test/v4l2/guest.ts', folder, onLine: print });
}
