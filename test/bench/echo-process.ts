// The other end of the bare pipe: gives back what it gets.
process.on('message', (message) => process.send?.(message));
