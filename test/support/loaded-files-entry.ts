/** Imports the packages given as arguments and prints the files that were loaded, one per line. */
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    loaded.add(url);
    return next(url, context);
  },
});
await Promise.all(process.argv.slice(2).map((name) => import(name)));
process.stdout.write([...loaded].join('\n'));
process.exit(0);
