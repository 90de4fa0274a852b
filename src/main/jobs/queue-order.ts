/** Waiting jobs in their order; `arrived` has the oldest first. */
export function sortByQueueOrder<T extends { readonly id: string }>(
  arrived: readonly T[],
  order: readonly string[],
): T[] {
  const at = new Map(order.map((id, index) => [id, index]));
  return arrived.toSorted((a, b) => (at.get(a.id) ?? Infinity) - (at.get(b.id) ?? Infinity) || 0);
}

/** Moves `ids` before `beforeId`, or to the end with null. Jobs that do not wait are ignored. */
export function moveBefore(
  order: readonly string[],
  ids: readonly string[],
  beforeId: string | null,
): string[] {
  const moved = ids.filter((id, index) => order.includes(id) && ids.indexOf(id) === index);
  const others = order.filter((id) => !moved.includes(id));
  const at = beforeId === null ? -1 : others.indexOf(beforeId);
  return at === -1 ? [...others, ...moved] : others.toSpliced(at, 0, ...moved);
}
