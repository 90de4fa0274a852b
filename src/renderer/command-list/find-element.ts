/** Longest wait for an element to be rendered, in milliseconds. */
const drawMs = 3_000;

/** Finds an element as soon as it is rendered; null when it never is. */
export async function findElement<Found extends Element>(selector: string): Promise<Found | null> {
  const found = Promise.withResolvers<Found | null>();
  const read = (): void => {
    const element = document.querySelector<Found>(selector);
    if (element !== null) {
      found.resolve(element);
    }
  };
  const observer = new MutationObserver(read);
  observer.observe(document.body, { childList: true, subtree: true });
  const late = setTimeout(() => found.resolve(null), drawMs);
  read();
  try {
    return await found.promise;
  } finally {
    observer.disconnect();
    clearTimeout(late);
  }
}
