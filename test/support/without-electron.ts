import { registerHooks } from 'node:module';

// Outside of an app the package `electron` is the path of a binary, which may not be there. An empty
// object in its place tells electron-store that there is no app, and then it goes by absolute paths.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'data:text/javascript,export default {}', shortCircuit: true }
      : next(specifier, context),
});
