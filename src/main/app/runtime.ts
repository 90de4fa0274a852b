import { app } from 'electron/main';
import type { About } from '../../contract/ipc/contract.ts';
import { describeRuntime } from './describe-runtime.ts';

/** The runtime of this process. Chromium's version is known once the app is ready. */
export function readRuntime(): About['runtime'] {
  return describeRuntime(process.versions, process.env, app.getVersion());
}
