/** Adds the duration of work in milliseconds to a part of `times`, also on failure. */
export async function measurePart<Part extends string, Result>(
  times: Record<Part, number>,
  part: Part,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = performance.now();
  try {
    return await work();
  } finally {
    times[part] += performance.now() - startedAtMs;
  }
}
