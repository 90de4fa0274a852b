// The fixture's utility process. It starts to listen late: what was sent before has to wait.
setTimeout(() => {
  process.parentPort.on('message', ({ data, ports }) => {
    if (data === 'exit') {
      process.exit(7);
    }
    const [port] = ports;
    if (port === undefined) {
      process.parentPort.postMessage({ echo: data, isBytes: data?.bytes instanceof Uint8Array });
      return;
    }
    port.on('message', (event) => {
      port.postMessage(`service heard ${event.data}`);
    });
    port.start();
  });
}, 300);
process.stdout.write(`service speaks ${process.argv[2]} ${process.env.FIXTURE_SERVICE}\n`);
