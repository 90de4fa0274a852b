import { enter } from './lib/enter.mjs';

enter('test', process.argv.slice(2));
