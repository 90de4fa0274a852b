import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createChromaSpread,
  createChromaTransport,
  fitTransport,
  MIN_SPREADING,
  measureSpread,
  MAX_SPREADING,
  type ChromaSpread,
  type ChromaTransport,
} from './chroma-spread.ts';

/** Arbitrary spreads, by deviations along two axes and the angle of the first axis. */
const spreads = fc
  .tuple(
    fc.double({ min: 1.5, max: 12, noNaN: true }),
    fc.double({ min: 1.5, max: 12, noNaN: true }),
    fc.double({ min: 0, max: Math.PI, noNaN: true }),
  )
  .map(([along, across, angle]) => rotateSpread(along ** 2, across ** 2, angle));

describe('a transport between two spreads', () => {
  it('reaches the covariance asked for wherever no deviation changes by more than its limits', () => {
    const within = fc.double({ min: 0.7, max: 1.5, noNaN: true });
    const angles = fc.double({ min: 0, max: Math.PI, noNaN: true });
    fc.assert(
      fc.property(spreads, within, within, angles, (from, along, across, angle) => {
        // The image of the first spread under a symmetric matrix, which then is the transport.
        const to = transported(from, rotateSpread(along, across, angle));
        const reached = transported(from, fit(from, to));
        // Noise is added to both, so narrow spreads are reached less exactly.
        expect(Math.abs(Math.sqrt(reached.uu / to.uu) - 1)).toBeLessThan(0.08);
        expect(Math.abs(Math.sqrt(reached.vv / to.vv) - 1)).toBeLessThan(0.08);
      }),
    );
  });

  it('changes nothing where both agree', () => {
    fc.assert(
      fc.property(spreads, (spread) => {
        const { uu, uv, vv } = fit(spread, spread);
        expect(uu).toBeCloseTo(1, 4);
        expect(uv).toBeCloseTo(0, 4);
        expect(vv).toBeCloseTo(1, 4);
      }),
    );
  });

  it('never multiplies a deviation by more or less than its limits', () => {
    fc.assert(
      fc.property(spreads, spreads, (from, to) => {
        const { uu, uv, vv } = fit(from, to);
        const middle = (uu + vv) / 2;
        const distance = Math.hypot((uu - vv) / 2, uv);
        expect(middle - distance).toBeGreaterThan(MIN_SPREADING - 1e-6);
        expect(middle + distance).toBeLessThan(MAX_SPREADING + 1e-6);
      }),
    );
  });

  it('is limited also where one has no spread at all', () => {
    const none = createChromaSpread();
    const wide = rotateSpread(100, 40, 1);
    expect(fit(none, wide).uu).toBeCloseTo(MAX_SPREADING, 3);
    expect(fit(wide, none).vv).toBeCloseTo(MIN_SPREADING, 3);
    expect(fit(none, none)).toEqual({ uu: 1, uv: 0, vv: 1 });
  });
});

it('measures means and covariances by weight', () => {
  const u = Float32Array.of(120, 124, 90);
  const v = Float32Array.of(140, 148, 10);
  const spread = createChromaSpread();
  measureSpread({ u, v }, Float32Array.of(1, 1, 0), spread);
  expect(spread.u).toBeCloseTo(122, 3);
  expect(spread.v).toBeCloseTo(144, 3);
  expect([spread.uu, spread.uv, spread.vv].map(Math.round)).toEqual([4, 8, 16]);
});

function fit(from: ChromaSpread, to: ChromaSpread): ChromaTransport {
  const transport = createChromaTransport();
  fitTransport(from, to, transport);
  return transport;
}

/** Creates a symmetric matrix with two eigenvalues along axes rotated by an angle. */
function rotateSpread(along: number, across: number, angle: number): ChromaSpread {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    u: 128,
    v: 128,
    uu: along * cos * cos + across * sin * sin,
    uv: (along - across) * cos * sin,
    vv: along * sin * sin + across * cos * cos,
  };
}

/** Returns the spread of colours after a transport. */
function transported({ u, v, uu, uv, vv }: ChromaSpread, by: ChromaTransport): ChromaSpread {
  const [left, leftAcross] = [by.uu * uu + by.uv * uv, by.uu * uv + by.uv * vv];
  const [lower, lowerAcross] = [by.uv * uu + by.vv * uv, by.uv * uv + by.vv * vv];
  return {
    u,
    v,
    uu: left * by.uu + leftAcross * by.uv,
    uv: left * by.uv + leftAcross * by.vv,
    vv: lower * by.uv + lowerAcross * by.vv,
  };
}
