/** A window that nobody sees draws no frames. */
const unseenMs = 250;

/** Resolves once what is being drawn now is on its way to the screen, in a task of its own. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, unseenMs);
  });
}
