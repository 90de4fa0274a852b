import * as z from 'zod';

/** Arms and legs; left is the person's own. */
export const limbSchema = z.enum(['leftArm', 'rightArm', 'leftLeg', 'rightLeg']);

const fraction = z.number().min(0).max(1);

/** Tears of a bent character. */
export const seamsSchema = z.object({
  /** Places of the body through which the ground is seen. */
  holes: fraction,
  /** Fraction of the drawn area: detached pieces beside the body. */
  slivers: fraction,
  /** Fraction of the drawn area: stretched skin and cloth. */
  smears: fraction,
});

/** See {@link seamsSchema}. */
export type Seams = z.output<typeof seamsSchema>;
