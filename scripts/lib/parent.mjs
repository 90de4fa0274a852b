const lookEveryMs = 500;

/**
 * Ends this process as SIGTERM would when the one that started it is gone. npm hands a signal to its
 * shell only, which dies of it and would leave us and the app behind.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') {
    return;
  }
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(timer);
      process.kill(process.pid, 'SIGTERM');
    }
  }, lookEveryMs);
  timer.unref();
}
