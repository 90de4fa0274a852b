/** A process that answers, reports, crashes, hangs, and sends invalid messages. */
import { AppError } from '../../../src/base/errors.ts';
import type { PeerContext } from '../../../src/base/peer/serve-peer.ts';
import { serveProcess } from '../../../src/service/sandbox/serve-process.ts';

const methods = {
  double: (value: number) => value * 2,
  report(values: readonly unknown[], { report }: PeerContext): void {
    values.forEach(report);
  },
  /** Answers with text where a number is allowed. */
  lie(): number {
    const answer: unknown = 'a number';
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a process that was taken over could say
    return answer as number;
  },
  refuse(text: string): number {
    throw new AppError('not_found', text);
  },
  crash(): number {
    process.kill(process.pid, 'SIGKILL');
    return 0;
  },
  hang(): number {
    while (true) {
      // For ever.
    }
  },
};

/** Methods of the process. */
export type AskedMethods = typeof methods;

serveProcess(methods);
