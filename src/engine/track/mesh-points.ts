/** Numbers of points of the 468-point face mesh. "Left" and "right" are sides of the image of a face upright in it. */

/** Points of a whole mesh. */
export const MESH_POINT_COUNT = 468;

/** Points of both irises, left one first: middle, right, top, left, bottom of each. They follow the mesh in memory. */
export const IRIS_POINT_COUNT = 10;

/** Outer corner of the eye on the left of the image; the line to the other one gives the tilt of a face. */
export const LEFT_EYE_OUTER = 33;
/** Outer corner of the other eye. */
export const RIGHT_EYE_OUTER = 263;
/** Inner corner of the eye on the left. */
export const LEFT_EYE_INNER = 133;
/** Inner corner of the other eye. */
export const RIGHT_EYE_INNER = 362;

/** The middle of the upper edge of the face. */
export const FOREHEAD_TOP = 10;
/** The glabella. */
export const BETWEEN_BROWS = 9;
/** The lower end of the nose. */
export const NOSE_BASE = 2;

/** The outline of the face, clockwise from the middle of the forehead. */
export const FACE_OVAL: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
/** The outer edge of the lips. */
export const LIPS_OUTER: readonly number[] = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146,
];
/** The inner edge of the lips: the border of the open mouth. */
export const LIPS_INNER: readonly number[] = [
  78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95,
];
/** The edge of the eyelids on the left of the image. */
export const LEFT_EYE: readonly number[] = [
  33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7,
];
/** The edge of the other eyelids. */
export const RIGHT_EYE: readonly number[] = [
  263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249,
];
/** The skin above both upper lids, left first and from outside: each point with the one above it, below the brow. */
export const LID_FOLDS: readonly (readonly (readonly [fold: number, above: number])[])[] = [
  [
    [247, 113],
    [30, 225],
    [29, 224],
    [27, 223],
    [28, 222],
    [56, 221],
    [190, 189],
  ],
  [
    [467, 342],
    [260, 445],
    [259, 444],
    [257, 443],
    [258, 442],
    [286, 441],
    [414, 413],
  ],
];
/** The brow on the left of the image. */
export const LEFT_BROW: readonly number[] = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46];
/** The other brow. */
export const RIGHT_BROW: readonly number[] = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276];
/** The nose with its wings, from the root around. */
export const NOSE: readonly number[] = [
  168, 193, 245, 188, 174, 217, 126, 209, 49, 48, 64, 98, 97, 2, 326, 327, 294, 278, 279, 429, 355,
  437, 399, 412, 465, 417,
];
