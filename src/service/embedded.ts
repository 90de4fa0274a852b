/**
 * The service inside the app: a process of its own (utility process or child process) that answers the methods of
 * `embeddedMethods` to its parent and ends with it. The first is `start`, the last `stop`.
 *
 * The key goes over this private channel only; it is made anew for every run and never written down.
 */
import { beginLeanStart } from './lean-start.ts';

beginLeanStart();
const { runEmbedded } = await import('./embedded/run-embedded.ts');
runEmbedded();
