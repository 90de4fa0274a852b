import { contours, type Point } from './face-shape.ts';
import type { Appearance } from './appearances.ts';
import {
  createRandom,
  gradient,
  computeMiddle,
  mixColours,
  mirrored,
  radial,
  smoothPath,
  type Spot,
  listSpots,
} from './paths.ts';

/** Draws the features over the skin of a face: eyes, brows, nose, mouth, wrinkles. */
export function drawFeatures(appearance: Appearance, points: readonly Point[]): string {
  return [
    drawBlush(appearance, points),
    drawNose(appearance, points),
    drawMouth(appearance, points),
    drawBeard(appearance, points),
    drawAge(appearance, points),
    ...(['left', 'right'] as const).map((side) => drawEye(appearance, points, side)),
    ...(['left', 'right'] as const).map((side) => drawBrow(appearance, points, side)),
    appearance.isMetal ? drawSeams(appearance, points) : '',
    appearance.glasses ? drawGlasses(points) : '',
  ].join('');
}

function drawBlush({ blush, freckles, skin, lips }: Appearance, points: readonly Point[]): string {
  const random = createRandom(7);
  const cheeks = [50, 280]
    .map((index) => points[index]!)
    .map(
      ({ x, y }) =>
        `<ellipse cx="${x}" cy="${y - 0.2}" rx="2.1" ry="1.5" fill="${lips}" opacity="${blush * 0.55}" filter="url(#blur100)"/>`,
    )
    .join('');
  const dots = Array.from({ length: Math.round(freckles * 130) }, () => {
    const x = (random() + random() + random() - 1.5) * 8;
    const y = 0.6 + (random() + random() - 1) * 2.4 + Math.abs(x) * 0.05;
    return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${(0.05 + random() * 0.07).toFixed(2)}" fill="${mixColours(skin.shade, '#8a4a20', 0.5)}" opacity="${(0.2 + random() * 0.35).toFixed(2)}"/>`;
  }).join('');
  return cheeks + dots;
}

function drawNose({ skin, shape }: Appearance, points: readonly Point[]): string {
  const dark = mixColours(skin.shade, '#000000', 0.35);
  const tip = points[1]!;
  const base = points[2]!;
  const wide = 1 + shape.nose;
  const sides = [-1, 1]
    .map((side) => {
      const wing: Spot[] = [
        [side * 1.55 * wide, base.y - 1.5],
        [side * 1.98 * wide, base.y - 0.8],
        [side * 1.8 * wide, base.y - 0.05],
        [side * 1.25 * wide, base.y + 0.12],
      ];
      return (
        `<path d="${smoothPath(wing, false)}" fill="none" stroke="${skin.shade}" stroke-width="0.32" stroke-linecap="round" opacity="0.42" filter="url(#blur12)"/>` +
        `<ellipse cx="${side * 0.86 * wide}" cy="${base.y - 0.2}" rx="0.52" ry="0.24" transform="rotate(${side * 14} ${side * 0.86 * wide} ${base.y - 0.2})" fill="${dark}" opacity="0.8" filter="url(#blur12)"/>` +
        `<path d="${smoothPath(
          [
            [side * 1.25, -3.6],
            [side * 1.0, -2.2],
            [side * 1.05, -0.4],
          ],
          false,
        )}" fill="none" stroke="${skin.shade}" stroke-width="0.7" opacity="0.16" filter="url(#blur50)"/>`
      );
    })
    .join('');
  return (
    `<ellipse cx="0" cy="${base.y + 0.35}" rx="1.5" ry="0.42" fill="${skin.shade}" opacity="0.5" filter="url(#blur25)"/>` +
    sides +
    `<ellipse cx="-0.25" cy="${tip.y - 0.25}" rx="0.42" ry="0.34" fill="#fff" opacity="0.4" filter="url(#blur25)"/>` +
    `<ellipse cx="-0.2" cy="-1.9" rx="0.32" ry="2" fill="#fff" opacity="0.16" filter="url(#blur25)"/>`
  );
}

function drawMouth({ lips, skin, makeUp, shape }: Appearance, points: readonly Point[]): string {
  const outer = listSpots(points, contours.lips);
  const line = listSpots(points, contours.mouth);
  const [, middleY] = computeMiddle(line);
  const dark = mixColours(lips, '#200808', 0.72);
  const light = mixColours(lips, '#ffffff', 0.3);
  const bottom = points[17]!.y;
  const top = points[0]!.y;
  const corner = points[61]!;
  const soft = 0.72 + makeUp * 0.28;
  return (
    `<ellipse cx="0" cy="${bottom + 0.55}" rx="1.7" ry="0.4" fill="${skin.shade}" opacity="0.55" filter="url(#blur25)"/>` +
    gradient(
      'lips',
      [0, top, 0, bottom],
      [
        [0, mixColours(lips, skin.base, 0.25)],
        [0.44, mixColours(lips, dark, 0.35)],
        [0.5, dark],
        [0.56, lips],
        [0.8, mixColours(lips, light, 0.5)],
        [1, mixColours(lips, skin.shade, 0.3)],
      ],
    ) +
    `<path d="${smoothPath(outer, true)}" fill="url(#lips)" opacity="${soft}" filter="url(#blur6)"/>` +
    `<path d="${smoothPath(line, false)}" fill="none" stroke="${dark}" stroke-width="0.17" stroke-linecap="round" opacity="0.9" filter="url(#blur6)"/>` +
    `<ellipse cx="-0.3" cy="${middleY + (bottom - middleY) * 0.55}" rx="1" ry="0.2" fill="#fff" opacity="${0.22 + makeUp * 0.25}" filter="url(#blur12)"/>` +
    [-1, 1]
      .map(
        (side) =>
          `<ellipse cx="${side * (Math.abs(corner.x) + 0.2)}" cy="${corner.y}" rx="0.35" ry="0.3" fill="${skin.shade}" opacity="${0.45 + shape.smile * 0.4}" filter="url(#blur12)"/>`,
      )
      .join('')
  );
}

function drawEye(appearance: Appearance, points: readonly Point[], side: 'left' | 'right'): string {
  const { skin, iris, makeUp, isMetal } = appearance;
  const sign = side === 'left' ? -1 : 1;
  const contour = listSpots(points, side === 'left' ? contours.leftEye : contours.rightEye);
  const upper = contour.slice(0, 9);
  const [x, y] = computeMiddle(contour);
  const open =
    Math.max(...contour.map((spot) => spot[1])) - Math.min(...contour.map((spot) => spot[1]));
  const irisY = y - open * 0.05;
  const radius = 0.63;
  const lash = isMetal
    ? '#26323d'
    : mixColours('#1a0f0a', appearance.brows.colour, makeUp > 0.3 ? 0.1 : 0.35);
  const crease = upper.map(([px, py], index): Spot => [
    px,
    py - 0.32 - 0.3 * Math.sin((index / 8) * Math.PI),
  ]);
  const lower = [...contour.slice(8), contour[0]!];
  const id = `${side}Eye`;
  return (
    // Eye socket.
    `<ellipse cx="${x}" cy="${y - 0.5}" rx="2.1" ry="1.35" fill="${skin.shade}" opacity="${0.24 + makeUp * 0.12}" filter="url(#blur50)"/>` +
    `<ellipse cx="${x}" cy="${y + 1}" rx="1.5" ry="0.4" fill="${skin.shade}" opacity="${0.18 + appearance.age * 0.25}" filter="url(#blur25)"/>` +
    `<clipPath id="${id}"><path d="${smoothPath(contour, true)}"/></clipPath>` +
    `<g clip-path="url(#${id})">` +
    radial(
      `${id}White`,
      [x, y + 0.25, 1.9],
      [
        [0, isMetal ? '#dfeaf2' : '#f8f4f0'],
        [0.6, '#e6dcd6'],
        [1, mixColours(skin.shade, '#e6dcd6', 0.35)],
      ],
    ) +
    `<rect x="${x - 3}" y="${y - 2}" width="6" height="4" fill="url(#${id}White)"/>` +
    radial(
      `${id}Iris`,
      [x, irisY + 0.12, radius],
      [
        [0, mixColours(iris, '#ffffff', 0.4)],
        [0.55, iris],
        [0.85, mixColours(iris, '#000000', 0.35)],
        [1, mixColours(iris, '#000000', 0.75)],
      ],
    ) +
    `<circle cx="${x}" cy="${irisY}" r="${radius}" fill="url(#${id}Iris)"/>` +
    `<circle cx="${x}" cy="${irisY}" r="0.29" fill="#080606"/>` +
    `<path d="${smoothPath(upper, false)}" fill="none" stroke="#1a0c0a" stroke-width="0.6" opacity="0.4" filter="url(#blur12)"/>` +
    `<circle cx="${x - 0.2}" cy="${irisY - 0.22}" r="0.14" fill="#fff" opacity="0.95"/>` +
    `<circle cx="${x + 0.2}" cy="${irisY + 0.24}" r="0.08" fill="#fff" opacity="0.45"/>` +
    `</g>` +
    `<path d="${smoothPath(crease, false)}" fill="none" stroke="${mixColours(skin.shade, '#000000', 0.15)}" stroke-width="0.14" stroke-linecap="round" opacity="0.6" filter="url(#blur6)"/>` +
    `<path d="${smoothPath(upper, false)}" fill="none" stroke="${lash}" stroke-width="${0.17 + makeUp * 0.1}" stroke-linecap="round" filter="url(#blur6)"/>` +
    `<path d="${smoothPath(lower, false)}" fill="none" stroke="${mixColours(lash, skin.shade, 0.5)}" stroke-width="0.09" opacity="0.7" filter="url(#blur6)"/>` +
    drawLashes(upper, sign, { lash, makeUp })
  );
}

function drawLashes(
  upper: readonly Spot[],
  sign: number,
  { lash, makeUp }: { readonly lash: string; readonly makeUp: number },
): string {
  if (makeUp < 0.3) {
    return '';
  }
  return upper
    .slice(0, 7)
    .map(([x, y], index) => {
      const length = 0.18 + 0.3 * makeUp * (1 - index / 8);
      return `<path d="M${x} ${y}q${sign * 0.1} ${-length * 0.6} ${sign * length * (1 - index / 9)} ${-length * 0.8}" fill="none" stroke="${lash}" stroke-width="0.08" stroke-linecap="round" opacity="0.8"/>`;
    })
    .join('');
}

function drawBrow(
  { brows, isMetal, age }: Appearance,
  points: readonly Point[],
  side: 'left' | 'right',
): string {
  const sign = side === 'left' ? -1 : 1;
  const spots = listSpots(points, side === 'left' ? contours.leftBrow : contours.rightBrow);
  const [upper, lower] = [spots.slice(0, 5), spots.slice(5).toReversed()];
  if (isMetal) {
    return `<path d="${smoothPath(spots, true)}" fill="${brows.colour}" opacity="0.75"/>`;
  }
  const random = createRandom(side === 'left' ? 3 : 5);
  const at = (line: readonly Spot[], fraction: number): Spot => {
    const position = fraction * (line.length - 1);
    const index = Math.min(line.length - 2, Math.floor(position));
    const [a, b] = [line[index]!, line[index + 1]!];
    return [a[0] + (b[0] - a[0]) * (position - index), a[1] + (b[1] - a[1]) * (position - index)];
  };
  const hairs = Array.from({ length: 130 }, () => {
    const fraction = random();
    const depth = random();
    const [ux, uy] = at(upper, fraction);
    const [lx, ly] = at(lower, fraction);
    const x = lx + (ux - lx) * depth;
    const y = ly + (uy - ly) * depth;
    const length = 0.45 + random() * 0.3;
    return `<path d="M${x.toFixed(2)} ${y.toFixed(2)}q${(sign * length * 0.4).toFixed(2)} ${(-length * 0.3 * fraction).toFixed(2)} ${(sign * length).toFixed(2)} ${(length * (0.25 - fraction * 0.35)).toFixed(2)}" fill="none" stroke="${mixColours(brows.colour, '#000000', random() * 0.3)}" stroke-width="${(0.07 + age * 0.03).toFixed(2)}" opacity="${(brows.strength * (0.45 + random() * 0.4)).toFixed(2)}"/>`;
  }).join('');
  return `<path d="${smoothPath(spots, true)}" fill="${brows.colour}" opacity="${brows.strength * 0.5}" filter="url(#blur12)"/>${hairs}`;
}

function drawBeard({ beard, hair, brows, skin }: Appearance, points: readonly Point[]): string {
  if (beard === 0) {
    return '';
  }
  const colour = beard === 1 ? hair.colour : brows.colour;
  const jaw = listSpots(points, contours.oval.slice(9, 28));
  const chin = points[152]!.y;
  const bottom = jaw.map(([x, y]): Spot => [
    x * 1.02,
    y + beard * 1.1 * Math.max(0, 1 - (x / 6.5) ** 2),
  ]);
  const inner: Spot[] = [
    [-5.9, 2.4],
    [-4.1, 4.4],
    [-3.4, 3.3],
    [-1.6, 2.55],
    [0, 2.8],
    [1.6, 2.55],
    [3.4, 3.3],
    [4.1, 4.4],
    [5.9, 2.4],
  ];
  const shape = smoothPath([...bottom, ...inner], true);
  const mouth = computeMiddle(listSpots(points, contours.mouth))[1];
  const hole = smoothPath(
    mirrored([
      [2.6, mouth],
      [1.6, mouth - 0.75],
      [0, mouth - 0.62],
    ]).concat([
      [-1.7, mouth + 1.15],
      [0, mouth + 1.35],
      [1.7, mouth + 1.15],
    ]),
    true,
  );
  const random = createRandom(11);
  const hairs = Array.from({ length: Math.round(900 * beard) }, () => {
    const x = (random() * 2 - 1) * 6.6;
    const y = 2.6 + random() * (chin + beard - 2);
    const length = 0.3 + beard * (0.5 + random() * 0.7);
    const shade = random();
    return `<path d="M${x.toFixed(2)} ${y.toFixed(2)}q${(x * 0.02).toFixed(2)} ${(length * 0.5).toFixed(2)} ${(-x * 0.03 + (random() - 0.5) * 0.3).toFixed(2)} ${length.toFixed(2)}" fill="none" stroke="${shade < 0.5 ? mixColours(colour, hair.light, shade * (beard === 1 ? 1.6 : 0.4)) : mixColours(colour, hair.dark, shade - 0.4)}" stroke-width="0.08" opacity="0.6"/>`;
  }).join('');
  return (
    `<defs><mask id="beard" maskUnits="userSpaceOnUse" x="-12" y="-2" width="24" height="20"><path d="${shape}" fill="#fff" filter="url(#blur50)"/><path d="${hole}" fill="#000" filter="url(#blur12)"/></mask></defs>` +
    `<g mask="url(#beard)"><rect x="-12" y="-2" width="24" height="20" fill="${mixColours(colour, skin.shade, 0.25)}" opacity="${0.45 + beard * 0.45}"/>${hairs}` +
    `<ellipse cx="0" cy="${chin - 0.2}" rx="5" ry="1.4" fill="${hair.dark}" opacity="${0.3 * beard}" filter="url(#blur100)"/></g>`
  );
}

function drawAge({ age, skin }: Appearance, points: readonly Point[]): string {
  const fold = (spots: readonly Spot[], width: number, opacity: number): string =>
    [-1, 1]
      .map(
        (side) =>
          `<path d="${smoothPath(
            spots.map(([x, y]): Spot => [x * side, y]),
            false,
          )}" fill="none" stroke="${skin.shade}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}" filter="url(#blur12)"/>`,
      )
      .join('');
  const corner = points[291]!;
  const smile = fold(
    [
      [2.1, 0.9],
      [2.9, 2.1],
      [corner.x + 0.95, corner.y - 0.5],
      [corner.x + 0.9, corner.y + 0.5],
    ],
    0.3,
    0.07 + age * 0.5,
  );
  if (age < 0.3) {
    return smile;
  }
  const lines = [-7.1, -6.1, -5.2]
    .map(
      (y, index) =>
        `<path d="${smoothPath(
          [
            [-4.2 + index * 0.4, y + 0.25],
            [-2, y],
            [0, y + 0.15],
            [2, y],
            [4.2 - index * 0.4, y + 0.25],
          ],
          false,
        )}" fill="none" stroke="${skin.shade}" stroke-width="0.16" opacity="${0.4 * age}" filter="url(#blur12)"/>`,
    )
    .join('');
  return (
    smile +
    lines +
    fold(
      [
        [5.2, -2.9],
        [6.1, -3.4],
      ],
      0.12,
      0.5 * age,
    ) +
    fold(
      [
        [5.3, -2.4],
        [6.3, -2.4],
      ],
      0.12,
      0.5 * age,
    ) +
    fold(
      [
        [5.2, -1.9],
        [6.1, -1.5],
      ],
      0.12,
      0.5 * age,
    ) +
    fold(
      [
        [1.8, -1],
        [3.2, -0.55],
        [4.6, -1.1],
      ],
      0.22,
      0.5 * age,
    ) +
    fold(
      [
        [3, 5.6],
        [2.9, 6.6],
        [2.5, 7.3],
      ],
      0.25,
      0.3 * age,
    ) +
    fold(
      [
        [0.45, -4.3],
        [0.5, -3.3],
      ],
      0.14,
      0.45 * age,
    )
  );
}

function drawSeams({ skin }: Appearance, points: readonly Point[]): string {
  const dark = mixColours(skin.shade, '#000000', 0.3);
  const chin = points[152]!.y;
  const seams: Spot[][] = [
    [
      [1.9, chin - 0.9],
      [2.5, 6.4],
      [3.9, 4.6],
      [5.2, 2.4],
      [6.9, 1.2],
    ],
    [
      [5.6, -0.2],
      [4.4, 0.9],
      [3.4, 1.2],
    ],
    [
      [1.6, -8.1],
      [1.9, -6],
      [3.4, -5.6],
    ],
  ];
  return (
    seams
      .flatMap((seam) => [-1, 1].map((side) => seam.map(([x, y]): Spot => [x * side, y])))
      .map(
        (seam) =>
          `<path d="${smoothPath(seam, false)}" fill="none" stroke="#fff" stroke-width="0.1" opacity="0.6" transform="translate(0.08 0.09)"/><path d="${smoothPath(seam, false)}" fill="none" stroke="${dark}" stroke-width="0.11" opacity="0.85"/>`,
      )
      .join('') +
    `<circle cx="0" cy="-6.6" r="0.45" fill="#18b7e8" opacity="0.9"/><circle cx="0" cy="-6.6" r="1" fill="#18b7e8" opacity="0.3" filter="url(#blur25)"/>`
  );
}

function drawGlasses(points: readonly Point[]): string {
  const rims = [-1, 1].map((side) => {
    const contour = listSpots(points, side < 0 ? contours.leftEye : contours.rightEye);
    const [x, y] = computeMiddle(contour);
    const rim = `x="${x - 2.25}" y="${y - 1.45}" width="4.5" height="3.5" rx="1.5"`;
    return (
      `<rect ${rim} fill="#dfefff" opacity="0.1"/>` +
      `<rect ${rim} fill="none" stroke="#000" stroke-width="0.4" opacity="0.2" filter="url(#blur25)" transform="translate(0.1 0.25)"/>` +
      `<rect ${rim} fill="none" stroke="#5c4630" stroke-width="0.22"/>` +
      `<path d="M${x + side * 2.25} ${y - 0.4}L${side * 7.5} ${y - 0.6}" stroke="#5c4630" stroke-width="0.24"/>`
    );
  });
  return (
    rims.join('') +
    `<path d="M-1.05 -2.75Q0 -3.35 1.05 -2.75" fill="none" stroke="#5c4630" stroke-width="0.24"/>`
  );
}
