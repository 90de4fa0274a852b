/** Points of the folds from the nose past the corners of the mouth. */
export const NASOLABIAL_FOLDS: readonly number[] = [
  203, 206, 216, 212, 57, 423, 426, 436, 432, 287,
];

/** Points below the eyes and beside their outer corners, where raised cheeks fold the skin. */
export const EYE_FOLDS: readonly number[] = [
  130, 226, 35, 143, 31, 111, 228, 229, 230, 359, 446, 265, 372, 261, 340, 448, 449, 450,
];
