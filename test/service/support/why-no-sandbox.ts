import { detectSandbox } from '../../../src/service/sandbox/bubblewrap.ts';

/** Why processes that read media cannot be kept apart here; null where they can. */
export function whyNoSandbox(): string | null {
  const sandbox = detectSandbox();
  return sandbox.isOn ? null : `there is no sandbox: ${sandbox.reason}`;
}
