/** Number of points of a hand: the wrist, then four of each finger from the knuckle to the tip, the thumb first. */
export const HAND_POINT_COUNT = 21;
/** Values of a hand: x and y of every point. */
export const HAND_VALUES = HAND_POINT_COUNT * 2;
/** Maximum hands tracked at a time. */
export const MAX_HANDS = 2;
