/** Resolves when the process is asked to end. A second request ends it at once. */
export function awaitStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const onSignal = (): void => {
      if (isAsked) {
        process.exit(1);
      }
      isAsked = true;
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  });
}
