/**
 * Makes a guard for requests of which only the newest may change anything, since answers may come in another
 * order. Each call begins a request, and returns a check of whether it is still the newest.
 */
export function createLatestGuard(): () => () => boolean {
  let count = 0;
  return () => {
    count += 1;
    const own = count;
    return () => own === count;
  };
}
