import { expect, it } from 'vitest';
import type { MotionReport } from '../../../contract/job-details.ts';
import { judgeMotion } from './judge-motion.ts';

/**
 * Holes, slivers and smears of people in photos, moved by three or four drivers each, with grades by eye: shorts, a polo
 * shirt, a skirt, a suit, hair over bare arms, crossed legs under a hand at the head; then a frilled top, an open jacket,
 * bare shoulders, a hand behind a skirt, hands at a wide skirt, a wide hood, a forearm behind a skirt, hands in pockets.
 */
const graded: readonly (readonly [number, number, number, 'good' | 'visible' | 'unconvincing'])[] =
  [
    [0.0258, 0.0024, 0.0176, 'visible'],
    [0.0275, 0.0029, 0.01, 'visible'],
    [0.0275, 0.0047, 0.0087, 'visible'],
    [0.0194, 0.0017, 0, 'good'],
    [0.0032, 0.0064, 0.0295, 'visible'],
    [0, 0.0078, 0.0031, 'visible'],
    [0.0049, 0.0086, 0.0128, 'visible'],
    [0, 0.0009, 0, 'good'],
    [0.008, 0.007, 0.0302, 'visible'],
    [0.0064, 0.0069, 0.0039, 'visible'],
    [0.0064, 0.0116, 0.0113, 'visible'],
    [0.0096, 0.0076, 0, 'good'],
    [0.0075, 0.0092, 0.0386, 'visible'],
    [0, 0.0123, 0.0064, 'visible'],
    [0.0015, 0.0111, 0.0125, 'visible'],
    [0.0015, 0.0036, 0, 'good'],
    [0.0242, 0.003, 0.0304, 'visible'],
    [0.0242, 0.0055, 0.0164, 'visible'],
    [0.0242, 0.0048, 0.0174, 'visible'],
    [0.0016, 0.0036, 0.0053, 'good'],
    [0.1023, 0.0099, 0.0802, 'unconvincing'],
    [0.1023, 0.009, 0.1213, 'unconvincing'],
    [0.0953, 0.0049, 0.0803, 'unconvincing'],
    [0.0017, 0.0148, 0.1047, 'unconvincing'],
    [0, 0, 0.0517, 'visible'],
    [0.003, 0.0038, 0.0173, 'visible'],
    [0, 0, 0, 'good'],
    [0, 0, 0.04, 'visible'],
    [0.0045, 0.0042, 0.0192, 'visible'],
    [0, 0.0011, 0, 'good'],
    [0.0046, 0, 0.0346, 'visible'],
    [0.003, 0, 0.0092, 'good'],
    [0.0061, 0, 0, 'good'],
    [0.0091, 0.0207, 0.0418, 'visible'],
    [0.0107, 0.0099, 0.0147, 'visible'],
    [0.0061, 0.0036, 0, 'good'],
    [0.0637, 0.0173, 0.0714, 'visible'],
    [0.0239, 0.0137, 0.006, 'visible'],
    [0.0066, 0.0069, 0, 'visible'],
    [0.0015, 0, 0.0565, 'visible'],
    [0.0045, 0.0032, 0.0172, 'visible'],
    [0, 0, 0, 'good'],
    [0.0024, 0.0063, 0.1055, 'unconvincing'],
    [0.0048, 0.0079, 0.0195, 'visible'],
    [0, 0, 0, 'good'],
    [0, 0, 0.0569, 'visible'],
    [0, 0.0032, 0.0094, 'good'],
    [0, 0, 0.0003, 'good'],
  ];

const motion: MotionReport = {
  limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'],
  heldFrames: 0,
  cuts: 0,
  drivers: 1,
  jointError: 0.04,
  foundFraction: 1,
};

function readGrade(change: Partial<MotionReport>): string {
  return judgeMotion({ ...motion, ...change }, 100)[0]?.grade ?? 'good';
}

it('agrees with the eye about tears, and calls no bad result good', () => {
  const told = graded.map(([holes, slivers, smears, grade]) => ({
    grade,
    said: readGrade({ seams: { holes, slivers, smears } }),
  }));
  const agreeing = told.filter(({ grade, said }) => grade === said);
  expect(agreeing.length / told.length).toBeGreaterThan(0.95);
  expect(told.filter(({ grade, said }) => grade !== 'good' && said === 'good')).toEqual([]);
  expect(told.filter(({ grade, said }) => grade === 'good' && said === 'unconvincing')).toEqual([]);
});

it('calls nothing good where an arm moves that was cut out by a guess', () => {
  const seams = { holes: 0, slivers: 0, smears: 0 };
  expect(readGrade({ seams })).toBe('good');
  expect(readGrade({ seams, touchingArms: ['leftArm'] })).toBe('visible');
  expect(readGrade({ seams, hiddenHands: ['rightArm'] })).toBe('visible');
});

it('says when the driver is seen from another side than the picture, or from the side', () => {
  const seams = { holes: 0, slivers: 0, smears: 0 };
  const seen = { ...motion, seams, turnedFrames: 6, sidewaysFrames: 14 };
  expect(judgeMotion(seen, 100)).toMatchObject([{ code: 'driver_turned', grade: 'visible' }]);
  expect(judgeMotion({ ...seen, sidewaysFrames: 2 }, 100)).toEqual([]);
});

it('grades motion on joints that were set by hand as unmeasured, not as good', () => {
  const seams = { holes: 0, slivers: 0, smears: 0 };
  const placed = { ...motion, seams, jointError: null, foundFraction: null };
  expect(judgeMotion(placed, 100)).toEqual([{ code: 'motion_unmeasured', grade: 'visible' }]);
});

it('assumes tears where none were measured, and names other faults first', () => {
  expect(judgeMotion(motion, 100)).toEqual([{ code: 'seams', grade: 'visible' }]);
  const whole = { holes: 0, slivers: 0, smears: 0 };
  const lost = { seams: whole, jointError: 0.3, heldFrames: 10, limbs: [] };
  expect(judgeMotion({ ...motion, ...lost }, 100).map(({ code }) => code)).toEqual([
    'motion_off',
    'driver_lost',
    'limbs_left',
  ]);
});
