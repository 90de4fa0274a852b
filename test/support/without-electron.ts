import { registerHooks } from 'node:module';

// Outside an app, the package `electron` exports the path of a binary, which may be missing. An empty object instead
// shows electron-store that there is no app, so that it uses absolute paths.

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'data:text/javascript,export default {}', shortCircuit: true }
      : next(specifier, context),
});
