import { pickVariables } from '../../base/picked-env.ts';

/** The variables of a process that does work: a few of those of the service, which may hold keys. */
export function pickEnv(): Record<string, string> {
  // Inside Electron the program is Electron, which has to be told to be Node.
  return { ...pickVariables(process.env), ELECTRON_RUN_AS_NODE: '1' };
}
