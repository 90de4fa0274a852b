import { enter } from './lib/enter.mjs';

enter(process.argv[2], process.argv.slice(3));
