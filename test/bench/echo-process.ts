// Other end of the bare pipe: echoes messages.
process.on('message', (message) => process.send?.(message));
