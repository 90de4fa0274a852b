/** Adds the milliseconds that some work takes, also where it fails, to a part of `times`. */
export async function timed<Part extends string, Result>(
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
