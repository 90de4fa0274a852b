import * as z from 'zod';

/** Joints that the user can set by hand in an image, in this order; left and right are the character's own. */
export const placedJointNames = [
  'face',
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
  'leftHip',
  'rightHip',
  'leftKnee',
  'rightKnee',
  'leftAnkle',
  'rightAnkle',
] as const;

/** See {@link placedJointNames}. */
export type PlacedJointName = (typeof placedJointNames)[number];

/** Position of a joint, as fractions of the width and height of its image. */
export interface PlacedPoint {
  readonly x: number;
  readonly y: number;
}

/** The place of every joint. */
export type PlacedJoints = Readonly<Record<PlacedJointName, PlacedPoint>>;

/** Places are whole numbers of this part of a side. */
const PARTS = 10_000;
const coordinate = '(?:10000|[0-9]{1,4})';

/** Places of {@link placedJointNames} as one text, such as `5000,1200 5600,2500 …`: options of jobs are no lists. */
export const placedJointsText = z
  .string()
  .regex(
    // slow expression: none, every part has a maximum length and a character that ends it.
    new RegExp(
      `^${coordinate},${coordinate}(?: ${coordinate},${coordinate}){${placedJointNames.length - 1}}$`,
    ),
    'must be a place for each joint',
  )
  .meta({ description: 'Joints of the character, set by hand.' });

/** The joints of a text that {@link placedJointsText} accepted. */
export function readPlacedJoints(text: string): PlacedJoints {
  const points = text.split(' ').map((pair): PlacedPoint => {
    const [x = 0, y = 0] = pair.split(',').map((part) => Number(part) / PARTS);
    return { x, y };
  });
  return mapPlacedJoints((_, index) => points[index] ?? { x: 0, y: 0 });
}

/** Serialises joints; positions outside the image are clamped to its edge. */
export function writePlacedJoints(joints: PlacedJoints): string {
  const write = (value: number): number => Math.round(Math.max(0, Math.min(1, value)) * PARTS);
  return placedJointNames
    .map((name) => `${write(joints[name].x)},${write(joints[name].y)}`)
    .join(' ');
}

/** Joints by their names. */
export function mapPlacedJoints(
  pointOf: (name: PlacedJointName, index: number) => PlacedPoint,
): PlacedJoints {
  const entries = placedJointNames.map((name, index) => [name, pointOf(name, index)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all the names
  return Object.fromEntries(entries) as Record<PlacedJointName, PlacedPoint>;
}
