import { expect, it } from 'vitest';
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { DRAWN_POINT_COUNT } from '../shape/eye-points.ts';
import { fillParting } from './fill-parting.ts';

const SIZE = 64;
const MIDDLE = 32;
const [SKIN, UPPER, LOWER] = [220, 90, 150];

it('fills the slit between lips with their colours, and nothing else', () => {
  const isSlit = (at: number): boolean =>
    [MIDDLE, MIDDLE + 1].includes(Math.floor(at / SIZE)) && Math.abs((at % SIZE) - MIDDLE) < 12;
  const isBehind = (at: number): boolean => at % SIZE < 8;
  const facing = Float32Array.from({ length: SIZE * SIZE }, (_, at) =>
    isSlit(at) || isBehind(at) ? 0 : 1,
  );
  const plane = facing.map((value, at) =>
    value === 0 ? SKIN : Math.floor(at / SIZE) <= MIDDLE ? UPPER : LOWER,
  );
  const planes = { red: plane, green: plane.slice(), blue: plane.slice() };
  fillParting(planes, facing, makeLayout());
  for (const channel of [planes.red, planes.green, planes.blue]) {
    expect(channel[MIDDLE * SIZE + MIDDLE]).toBeCloseTo(110, 3);
    expect(channel[(MIDDLE + 1) * SIZE + MIDDLE]).toBeCloseTo(130, 3);
    expect(channel[(MIDDLE - 1) * SIZE + MIDDLE]).toBe(UPPER);
    expect(channel[MIDDLE * SIZE + 4]).toBe(SKIN);
  }
});

/** Round lips around the middle. */
function makeLayout(): Parameters<typeof fillParting>[2] {
  const points = new Float32Array(DRAWN_POINT_COUNT * 2);
  for (const [index, point] of LIPS_OUTER.entries()) {
    const angle = (2 * Math.PI * index) / LIPS_OUTER.length;
    points.set([MIDDLE + 18 * Math.cos(angle), MIDDLE + 14 * Math.sin(angle)], point * 2);
  }
  return { size: SIZE, points, triangles: new Uint16Array(0), drawn: new Uint16Array(0) };
}
