import { contours, type Point } from './face-shape.ts';
import type { Appearance } from './appearances.ts';
import { gradient, mixColours, radial, smoothPath, type Spot, listSpots } from './paths.ts';

/** Draws skull, jaw and ears, below the skin of the face. */
export function drawHead(appearance: Appearance, points: readonly Point[]): string {
  const { skin } = appearance;
  const jaw = listSpots(points, contours.oval.slice(8, 29));
  const temple = Math.abs(jaw[0]![0]);
  const skull: Spot[] = [
    [-temple * 1.0, -4.5],
    [-temple * 0.93, -8.2],
    [-temple * 0.68, -11.2],
    [-3, -12.8],
    [0, -13.2],
    [3, -12.8],
    [temple * 0.68, -11.2],
    [temple * 0.93, -8.2],
    [temple * 1.0, -4.5],
  ];
  const edge = mixColours(skin.shade, skin.base, 0.45);
  return (
    drawEars(appearance, temple) +
    radial(
      'head',
      [-1.5, -3, 13.5],
      [
        [0, skin.light],
        [0.45, skin.base],
        [0.85, edge],
        [1, skin.shade],
      ],
    ) +
    `<path d="${smoothPath([...skull, ...jaw], true)}" fill="url(#head)"/>` +
    (appearance.isMetal ? drawShell(appearance, temple) : '')
  );
}

function drawEars({ skin, ears }: Appearance, temple: number): string {
  const x = temple;
  const shape: Spot[] =
    ears === 'pointed'
      ? [
          [x - 0.6, -2.6],
          [x + 1.4, -4.4],
          [x + 4.6, -7.4],
          [x + 3.2, -3.2],
          [x + 1.9, 0.2],
          [x + 0.8, 2.4],
          [x - 0.5, 2.6],
        ]
      : [
          [x - 0.5, -2.9],
          [x + 0.7, -3.7],
          [x + 1.75, -2.9],
          [x + 1.7, -0.9],
          [x + 1.1, 1],
          [x + 0.75, 2.5],
          [x - 0.4, 2.4],
        ];
  const inner: Spot[] =
    ears === 'pointed'
      ? [
          [x + 0.4, -1.8],
          [x + 1.6, -3.5],
          [x + 3.4, -5.7],
          [x + 2.2, -2.6],
          [x + 1.1, 0.4],
        ]
      : [
          [x + 0.3, -2.2],
          [x + 0.9, -2.8],
          [x + 1.25, -2],
          [x + 1, -0.6],
          [x + 0.5, 0.9],
        ];
  if (ears === 'metal') {
    return [-1, 1]
      .map(
        (side) =>
          `<g transform="scale(${side} 1)">` +
          `<rect x="${x - 0.8}" y="-4.6" width="2.3" height="7.4" rx="1.1" fill="${mixColours(skin.shade, '#000000', 0.25)}"/>` +
          `<circle cx="${x + 0.4}" cy="-0.9" r="1.9" fill="${skin.base}" stroke="${skin.shade}" stroke-width="0.25"/>` +
          `<circle cx="${x + 0.4}" cy="-0.9" r="0.75" fill="#18b7e8"/></g>`,
      )
      .join('');
  }
  const edge = mixColours(skin.base, skin.shade, 0.35);
  return [-1, 1]
    .map(
      (side) =>
        `<g transform="scale(${side} 1)"><path d="${smoothPath(shape, true)}" fill="${edge}"/>` +
        `<path d="${smoothPath(inner, true)}" fill="${skin.shade}" opacity="0.75" filter="url(#blur25)"/></g>`,
    )
    .join('');
}

function drawShell({ skin }: Appearance, temple: number): string {
  const seam: Spot[] = [
    [-temple * 0.98, -3.5],
    [-temple * 0.8, -6.8],
    [-3, -8.2],
    [0, -8.5],
    [3, -8.2],
    [temple * 0.8, -6.8],
    [temple * 0.98, -3.5],
  ];
  const dome = [
    ...seam,
    ...([
      [temple * 0.9, -8.8],
      [temple * 0.62, -11.6],
      [0, -13.4],
      [-temple * 0.62, -11.6],
      [-temple * 0.9, -8.8],
    ] as Spot[]),
  ];
  return (
    gradient(
      'dome',
      [-7, -13, 7, -5],
      [
        [0, '#f7fafc'],
        [0.5, skin.base],
        [1, skin.shade],
      ],
    ) +
    `<path d="${smoothPath(dome, true)}" fill="url(#dome)"/>` +
    `<ellipse cx="-2.8" cy="-10.9" rx="2.4" ry="1" fill="#fff" opacity="0.8" filter="url(#blur50)" transform="rotate(-20 -2.8 -10.9)"/>`
  );
}
