/** Timeout for windows that draw no frames because they are hidden. */
const unseenMs = 250;

/** Resolves when the current frame is on its way to the screen, in a separate task. */
export function waitForFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, unseenMs);
  });
}
