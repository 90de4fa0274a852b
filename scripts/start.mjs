import { enter } from './lib/enter.mjs';

enter('start', process.argv.slice(2));
