import { detectSandbox } from '../../../src/service/sandbox/bubblewrap.ts';

/** Returns the reason why processes that read media cannot be sandboxed on this machine; null where they can. */
export function findSandboxProblem(): string | null {
  const sandbox = detectSandbox();
  return sandbox.isOn ? null : `there is no sandbox: ${sandbox.reason}`;
}
