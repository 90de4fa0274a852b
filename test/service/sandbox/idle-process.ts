/** Waits to be ended. */
process.on('message', () => undefined);
