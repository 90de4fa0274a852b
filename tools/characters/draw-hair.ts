import type { Point } from './face-shape.ts';
import type { Appearance } from './appearances.ts';
import { createRandom, gradient, mixColours, mirrored, smoothPath, type Spot } from './paths.ts';

interface Strands {
  readonly count: number;
  readonly seed: number;
  readonly width: number;
  /** Control points of a strand, from its root to its end, at a fraction 0..1 of the strands. */
  readonly along: (fraction: number, random: () => number) => readonly Spot[];
}

/** Draws the hair behind head and neck. */
export function drawBackHair({ hair }: Appearance): string {
  const { style, colour, dark } = hair;
  const fall: Spot[] | null =
    style === 'long'
      ? [
          [0, -15.3],
          [-5.5, -14.4],
          [-9, -10.6],
          [-10.2, -4.5],
          [-10.6, 3],
          [-11.6, 10],
          [-12, 17],
          [-10.6, 24.5],
          [-6.5, 27],
          [-3, 21],
          [0, 16],
        ]
      : style === 'bob'
        ? [
            [0, -15],
            [-5.5, -14],
            [-9.2, -10],
            [-10.4, -4],
            [-10.9, 3],
            [-11.2, 8.6],
            [-9.4, 12.6],
            [-5.5, 13.6],
            [0, 12.4],
          ]
        : style === 'bun'
          ? [
              [0, -14.7],
              [-5.2, -13.6],
              [-8.4, -9.8],
              [-8.9, -4],
              [-8.2, 1.2],
              [-6.2, 3],
              [0, 3],
            ]
          : null;
  if (fall === null) {
    return '';
  }
  const bun =
    style === 'bun'
      ? `<ellipse cx="0.4" cy="-15.2" rx="4.6" ry="3.7" fill="${colour}"/>` +
        strands(hair, {
          count: 90,
          seed: 9,
          width: 0.14,
          along: (fraction) => toArc([0.4, -15.2], 4.4 * fraction, 3.5 * fraction),
        })
      : '';
  return (
    bun +
    gradient(
      'backHair',
      [0, -15, 0, 24],
      [
        [0, colour],
        [0.45, mixColours(colour, dark, 0.75)],
        [1, mixColours(colour, dark, 0.35)],
      ],
    ) +
    `<path d="${smoothPath(mirrored(fall), true)}" fill="url(#backHair)"/>` +
    (style === 'long' || style === 'bob'
      ? strands(hair, {
          count: 320,
          seed: 21,
          width: 0.13,
          along: (fraction, random) => {
            const side = random() < 0.5 ? -1 : 1;
            const end = style === 'long' ? 26 : 13;
            const wave = style === 'long' ? 0.6 : 0.35;
            const x = 5.2 + fraction * 5.4;
            return [
              [side * (x - 2), -8],
              [side * (x + 0.1), -1],
              [side * (x + wave), end * 0.35],
              [side * (x - wave * 0.6), end * 0.65],
              [side * (x * 0.93 + wave), end * (0.86 + random() * 0.12)],
            ];
          },
        })
      : '')
  );
}

/** Draws the hair over the forehead and beside the face. */
export function drawFrontHair(appearance: Appearance, points: readonly Point[]): string {
  const { hair } = appearance;
  const temple = Math.abs(points[234]!.x);
  switch (hair.style) {
    case 'long':
      return drawParted(hair, temple, { part: 0.6, end: 24, wave: 0.9 });
    case 'bob':
      return drawParted(hair, temple, { part: 2.2, end: 12.4, wave: 0.55 });
    case 'bun':
      return drawSwept(hair, temple);
    case 'short':
      return drawShort(hair, temple, { height: 14.6, line: -7.9, fringe: 0.5 });
    case 'tousled':
      return drawTousled(hair, temple);
    case 'crop':
      return drawCrop(hair, temple);
    case 'none':
      return '';
  }
}

type Hair = Appearance['hair'];

/** Draws hair that falls to both sides of a parting. */
function drawParted(
  hair: Hair,
  temple: number,
  { part, end, wave }: { readonly part: number; readonly end: number; readonly wave: number },
): string {
  const sides = [-1, 1].map((side) => {
    const top: Spot = [part, -14.9];
    const root: Spot = [part, -9.3];
    const outer: Spot[] = [
      top,
      [side * 4.6 + part * 0.6, -14.5],
      [side * (temple + 1.3), -10.2],
      [side * (temple + 2.5), -3.6],
      [side * (temple + 2.9 + wave * 0.3), 3],
      [side * (temple + 2.9 - wave * 0.3), end * 0.38],
      [side * (temple + 3.2 + wave * 0.8), end * 0.58],
      [side * (temple + 2.7 - wave * 0.5), end * 0.8],
      [side * (temple + 1.6 + wave * 0.4), end],
    ];
    const inner: Spot[] = [
      [side * (temple + 0.3), end * 0.93],
      [side * (temple + 0.2 + wave * 0.5), end * 0.72],
      [side * (temple + 0.3 - wave * 0.4), end * 0.5],
      [side * (temple - 0.15), 4.4],
      [side * (temple - 0.5), 0],
      [side * (temple - 0.9), -4.2],
      [side * (temple * 0.55) + part * 0.35, -7.9],
      root,
    ];
    const id = `curtain${side}`;
    const between = (fraction: number, lift: number): Spot[] =>
      outer.map((spot, index): Spot => {
        const near =
          inner[
            Math.min(
              inner.length - 1,
              Math.round(((outer.length - 1 - index) * (inner.length - 1)) / (outer.length - 1)),
            )
          ]!;
        return [
          near[0] +
            (spot[0] - near[0]) * fraction +
            Math.sin(index * 1.7 + lift) * wave * 0.18 * Math.min(1, index / 3),
          near[1] + (spot[1] - near[1]) * fraction,
        ];
      });
    return (
      `<path d="${smoothPath(inner, false)}" fill="none" stroke="#1a0c08" stroke-width="1.3" opacity="0.4" filter="url(#blur50)"/>` +
      gradient(
        id,
        [side * 2, -13, side * (temple + 3), end * 0.8],
        [
          [0, mixColours(hair.colour, hair.light, 0.12)],
          [0.3, hair.colour],
          [0.7, mixColours(hair.colour, hair.dark, 0.4)],
          [1, hair.colour],
        ],
      ) +
      `<path d="${smoothPath([...outer, ...inner], true)}" fill="url(#${id})"/>` +
      strands(hair, {
        count: 260,
        seed: 31 + side,
        width: 0.12,
        along: (fraction, random) => between(fraction, random() * 3),
      }) +
      shine(hair, between(0.62, 0).slice(1, 5), 1.1) +
      `<path d="${smoothPath(inner, false)}" fill="none" stroke="${hair.dark}" stroke-width="0.3" opacity="0.55" filter="url(#blur12)"/>`
    );
  });
  return sides.join('');
}

/** Draws hair that is swept back from the forehead. */
function drawSwept(hair: Hair, temple: number): string {
  const outer: Spot[] = [
    [-temple - 0.3, -1.2],
    [-temple - 1.1, -5],
    [-temple * 0.98, -10.2],
    [-4.6, -13.9],
    [0, -15],
    [4.6, -13.9],
    [temple * 0.98, -10.2],
    [temple + 1.1, -5],
    [temple + 0.3, -1.2],
  ];
  const inner: Spot[] = [
    [temple - 0.5, -2.6],
    [temple - 1, -5.2],
    [temple * 0.62, -7.6],
    [2.2, -8.9],
    [-0.6, -8.7],
    [-temple * 0.62, -7.6],
    [-temple + 1, -5.2],
    [-temple + 0.5, -2.6],
  ];
  return (
    `<path d="${smoothPath(inner, false)}" fill="none" stroke="#2a1a14" stroke-width="1.1" opacity="0.3" filter="url(#blur50)"/>` +
    gradient(
      'swept',
      [0, -15, 0, -2],
      [
        [0, mixColours(hair.colour, hair.light, 0.4)],
        [0.5, hair.colour],
        [1, mixColours(hair.colour, hair.dark, 0.5)],
      ],
    ) +
    `<path d="${smoothPath([...outer, ...inner], true)}" fill="url(#swept)"/>` +
    strands(hair, {
      count: 300,
      seed: 41,
      width: 0.11,
      along: (fraction, random) => {
        const angle = (fraction * 2 - 1) * 1.35;
        const start: Spot = [Math.sin(angle) * (temple - 0.6), -3 - Math.cos(angle) * 5.7];
        const far = 0.75 + random() * 0.3;
        return [
          start,
          [Math.sin(angle) * (temple + 0.2) * 0.95, -4.5 - Math.cos(angle) * 7.6],
          [Math.sin(angle * 0.7) * temple * 0.72 * far, -6 - Math.cos(angle * 0.6) * 8.4],
        ];
      },
    }) +
    shine(
      hair,
      [
        [-5.4, -9.8],
        [-3, -11.7],
        [0.5, -12.2],
      ],
      1.2,
    )
  );
}

function drawShort(
  hair: Hair,
  temple: number,
  {
    height,
    line,
    fringe,
  }: { readonly height: number; readonly line: number; readonly fringe: number },
): string {
  const outer: Spot[] = [
    [-temple - 0.35, 0.2],
    [-temple - 0.95, -4],
    [-temple * 1.06, -8.6],
    [-temple * 0.78, -12.4],
    [-2.8, -height],
    [2.8, -height - 0.2],
    [temple * 0.8, -12.6],
    [temple * 1.08, -8.6],
    [temple + 0.95, -4],
    [temple + 0.35, 0.2],
  ];
  const inner: Spot[] = [
    [temple - 0.45, -1],
    [temple - 0.8, -4.4],
    [temple * 0.72, line + 0.7],
    [3.2, line - 0.5 - fringe],
    [0, line - 0.7],
    [-3.4, line - 0.2 + fringe],
    [-temple * 0.72, line + 0.8],
    [-temple + 0.8, -4.4],
    [-temple + 0.45, -1],
  ];
  return (
    `<path d="${smoothPath(inner, false)}" fill="none" stroke="#2a1a14" stroke-width="1" opacity="0.28" filter="url(#blur50)"/>` +
    gradient(
      'short',
      [-3, -height, 3, -1],
      [
        [0, mixColours(hair.colour, hair.light, 0.45)],
        [0.5, hair.colour],
        [1, mixColours(hair.colour, hair.dark, 0.6)],
      ],
    ) +
    `<path d="${smoothPath([...outer, ...inner], true)}" fill="url(#short)"/>` +
    strands(hair, {
      count: 520,
      seed: 51,
      width: 0.11,
      along: (fraction, random) => {
        const angle = (fraction * 2 - 1) * 1.9;
        const across = Math.sin(angle);
        const up = Math.cos(angle);
        const far = 0.72 + random() * 0.36;
        const root: Spot = [across * (temple - 0.55), -3.4 + up * (line + 3.1)];
        const tip: Spot = [across * (temple + 0.75) + up * 1.6, -4 - up * (height - 4.4)];
        const end: Spot = [root[0] + (tip[0] - root[0]) * far, root[1] + (tip[1] - root[1]) * far];
        return [root, [(root[0] + end[0]) / 2 + up * 0.7, (root[1] + end[1]) / 2], end];
      },
    }) +
    shine(
      hair,
      [
        [-4.8, -11.3],
        [-2, -12.9],
        [1.4, -13.2],
      ],
      1.1,
    )
  );
}

function drawTousled(hair: Hair, temple: number): string {
  const random = createRandom(61);
  const outer: Spot[] = [
    [-temple - 0.1, -1.4],
    [-temple - 0.75, -4.2],
    [-temple * 1.07, -9.2],
    [-temple * 0.86, -13.4],
    [-3.4, -15.6],
    [0.6, -16.2],
    [4.4, -15.3],
    [temple * 0.96, -12.9],
    [temple * 1.08, -9],
    [temple + 0.75, -4],
    [temple + 0.1, -1.4],
  ];
  const inner: Spot[] = [
    [temple - 0.5, -2],
    [temple - 0.8, -4.8],
    [temple * 0.74, -6.9],
    [4, -8.3],
    [1.8, -8.6],
    [-0.6, -8.3],
    [-2.6, -7.6],
    [-temple * 0.62, -6.8],
    [-temple + 0.8, -4.8],
    [-temple + 0.5, -2],
  ];
  const locks = Array.from({ length: 34 }, (_, index) => {
    const x = (index / 33) * 2 - 1;
    const from: Spot = [x * 4.4 + 0.8, -14.6 + Math.abs(x) * 2.6 + random()];
    const tip: Spot = [
      x * (temple - 0.3) - 1.1 + random() * 0.8,
      -8.1 + Math.abs(x) ** 2 * 3.6 + (x < 0.2 ? random() * 1.7 : 0),
    ];
    const control: Spot = [(from[0] + tip[0]) / 2 + x * 2.1, (from[1] + tip[1]) / 2 - 1.3];
    const width = 0.75 + random() * 0.4;
    const path = smoothPath(
      [from, control, tip, [control[0] + width, control[1] + 0.3], [from[0] + width, from[1]]],
      true,
    );
    return `<path d="${path}" fill="${mixColours(hair.dark, hair.colour, 0.4 + random() * 0.9)}" opacity="0.9"/>`;
  }).join('');
  return (
    `<path d="${smoothPath(inner, false)}" fill="none" stroke="#1a0c08" stroke-width="1.2" opacity="0.35" filter="url(#blur50)"/>` +
    `<path d="${smoothPath([...outer, ...inner], true)}" fill="${mixColours(hair.colour, hair.dark, 0.3)}"/>` +
    locks +
    strands(hair, {
      count: 380,
      seed: 67,
      width: 0.1,
      along: (fraction, roll) => {
        const x = fraction * 2 - 1;
        const tip: Spot = [
          x * (temple + 0.3) - 0.9,
          -8.2 + Math.abs(x) ** 2 * 4.6 + (x < 0.2 ? roll() * 1.3 : 0),
        ];
        const from: Spot = [x * 4.6 + 1.2 * roll(), -15.2 + Math.abs(x) * 2.8];
        return [from, [(from[0] + tip[0]) / 2 + x * 2.3, (from[1] + tip[1]) / 2 - 1.2], tip];
      },
    }) +
    shine(
      hair,
      [
        [-5.2, -11.2],
        [-2.8, -13.2],
        [0.6, -13.9],
      ],
      1.2,
    )
  );
}

function drawCrop(hair: Hair, temple: number): string {
  const outer: Spot[] = [
    [-temple - 0.1, -0.6],
    [-temple - 0.4, -4],
    [-temple * 0.98, -8.4],
    [-temple * 0.7, -11.8],
    [-2.7, -13.6],
    [2.7, -13.6],
    [temple * 0.7, -11.8],
    [temple * 0.98, -8.4],
    [temple + 0.4, -4],
    [temple + 0.1, -0.6],
  ];
  const inner: Spot[] = [
    [temple - 0.5, -1.4],
    [temple - 0.75, -4.2],
    [temple * 0.78, -6.7],
    [3.4, -8.1],
    [0, -8.3],
    [-3.4, -8.1],
    [-temple * 0.78, -6.7],
    [-temple + 0.75, -4.2],
    [-temple + 0.5, -1.4],
  ];
  const random = createRandom(71);
  const curls = Array.from({ length: 900 }, () => {
    const x = (random() * 2 - 1) * (temple + 0.2);
    const top = -13.4 * Math.sqrt(Math.max(0, 1 - (x / (temple + 1.6)) ** 2));
    const line = -8.3 + Math.abs(x / temple) ** 6 * 6;
    const y = top + (line - top) * random();
    return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${(0.1 + random() * 0.14).toFixed(2)}" fill="none" stroke="${mixColours(hair.dark, hair.light, random() ** 2)}" stroke-width="0.08" opacity="0.55"/>`;
  }).join('');
  return (
    gradient(
      'crop',
      [-3, -13.6, 3, -2],
      [
        [0, mixColours(hair.colour, hair.light, 0.3)],
        [0.5, hair.colour],
        [1, hair.dark],
      ],
    ) +
    `<path d="${smoothPath([...outer, ...inner], true)}" fill="url(#crop)" filter="url(#blur12)"/>` +
    curls
  );
}

function strands(hair: Hair, { count, seed, width, along }: Strands): string {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const path = smoothPath(along(random(), random), false);
    const shade = random();
    const colour =
      shade < 0.45
        ? mixColours(hair.colour, hair.dark, random())
        : mixColours(hair.colour, hair.light, random() ** 1.6);
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${(width * (0.6 + random())).toFixed(3)}" opacity="${(0.25 + random() * 0.4).toFixed(2)}" stroke-linecap="round"/>`;
  }).join('');
}

function shine(hair: Hair, spots: readonly Spot[], width: number): string {
  return `<path d="${smoothPath(spots, false)}" fill="none" stroke="${hair.light}" stroke-width="${width}" stroke-linecap="round" opacity="0.33" filter="url(#blur50)"/>`;
}

function toArc([x, y]: Spot, width: number, height: number): Spot[] {
  return [-2.6, -1.8, -0.9, 0, 0.9].map((angle): Spot => [
    x + Math.cos(angle) * width,
    y + Math.sin(angle) * height,
  ]);
}
