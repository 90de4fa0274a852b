/** The place nearest to `place` from 0 to `last`. */
export function keepWithin(place: number, last: number): number {
  return place < 0 ? 0 : place > last ? last : place;
}
