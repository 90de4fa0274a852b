/**
 * Service inside the app: a separate process (utility process or child process) that answers the methods of
 * `embeddedMethods` to its parent and ends with it. The first is `start`, the last `stop`.
 *
 * The key is passed over this private channel only; it is generated for every run and never written to disk.
 */
import { beginLeanStart } from './lean-start.ts';

beginLeanStart();
const { runEmbedded } = await import('./embedded/run-embedded.ts');
runEmbedded();
