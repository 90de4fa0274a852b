import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Pipe between two Node processes. */
export interface BarePipe {
  /** Sends the bytes and waits for their echo. */
  readonly echo: (bytes: Uint8Array) => Promise<unknown>;
  readonly close: () => void;
}

/** Opens the reference for round trips between processes; the caller closes it. */
export function openBarePipe(): BarePipe {
  const child = fork(new URL('echo-process.ts', import.meta.url), { serialization: 'advanced' });
  return {
    echo: async (bytes) => {
      const answer = once(child, 'message');
      child.send(bytes);
      return answer;
    },
    close: () => {
      child.kill();
    },
  };
}
