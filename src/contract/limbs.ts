import * as z from 'zod';

/** Arms and legs; left is the person's own. */
export const limbSchema = z.enum(['leftArm', 'rightArm', 'leftLeg', 'rightLeg']);

const fraction = z.number().min(0).max(1);

/** How torn a bent character is. */
export const seamsSchema = z.object({
  /** Places of the body through which the ground is seen. */
  holes: fraction,
  /** Of what is drawn: pieces beside the body that were left behind. */
  slivers: fraction,
  /** Of what is drawn: skin and cloth that is drawn out. */
  smears: fraction,
});

/** See {@link seamsSchema}. */
export type Seams = z.output<typeof seamsSchema>;
