import { beginLeanStart } from '../lean-start.ts';

beginLeanStart();
const { runConsole } = await import('./run.ts');
process.exitCode = await runConsole(process.argv.slice(2));
