import { pickVariables } from '../../base/picked-env.ts';

/** The variables of a process that does work: a few of those of the service, which may hold keys. */
export function pickEnv(): Record<string, string> {
  // Inside Electron the executable is Electron, which needs this variable to run as Node.
  return { ...pickVariables(process.env), ELECTRON_RUN_AS_NODE: '1' };
}
