/** Oldest Node that can run the set-up; everything after it runs on the Node of the project. */
var oldestNodeMajor = 20;

/**
 * Ends with exit code 2 when this Node is too old. Old syntax on purpose: this file has to be
 * understood by the Node that it refuses.
 */
export function requireNode() {
  var major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNodeMajor) {
    return;
  }
  console.error(
    'Guise needs Node ' +
      oldestNodeMajor +
      ' or newer; this is ' +
      process.version +
      ' (' +
      process.execPath +
      '). Install a current Node and start again.',
  );
  process.exit(2);
}
