import { creases, drawTrim, END } from './draw-clothes.ts';
import type { Appearance } from './appearances.ts';
import { gradient, mixColours, mirrored, smoothPath, type Spot } from './paths.ts';

/** Height of the pit of the neck, in centimetres below the middle of the head. */
const PIT = 17.2;

/** Draws the neck and the visible part of the chest. */
export function drawNeck({ skin, neck, age }: Appearance): string {
  const shape: Spot[] = [
    [0, 3],
    [-neck, 3.5],
    [-neck * 0.96, 9],
    [-neck * 1.02, 13.2],
    [-neck * 1.5, 16],
    [-12, 18.4],
    [-11, 30],
    [0, 33],
  ];
  const folds =
    age > 0.5
      ? [11.4, 13]
          .map(
            (y) =>
              `<path d="M${-neck * 0.7} ${y}Q0 ${y + 0.9} ${neck * 0.7} ${y}" fill="none" stroke="${skin.shade}" stroke-width="0.2" opacity="0.4" filter="url(#blur12)"/>`,
          )
          .join('')
      : '';
  return (
    gradient(
      'neck',
      [-neck - 1, 0, neck + 1, 0],
      [
        [0, mixColours(skin.base, skin.shade, 0.35)],
        [0.35, skin.base],
        [0.7, mixColours(skin.base, skin.shade, 0.4)],
        [1, skin.shade],
      ],
    ) +
    `<clipPath id="neckShape"><path d="${smoothPath(mirrored(shape), true)}"/></clipPath>` +
    `<path d="${smoothPath(mirrored(shape), true)}" fill="url(#neck)"/>` +
    // Shadow of the head.
    `<g clip-path="url(#neckShape)"><ellipse cx="0.5" cy="9.4" rx="${neck * 0.98}" ry="4.2" fill="${mixColours(skin.shade, '#000000', 0.3)}" opacity="0.85" filter="url(#blur100)"/></g>` +
    [-1, 1]
      .map(
        (side) =>
          `<path d="M${side * neck * 0.75} 10.5Q${side * neck * 0.5} 14.5 ${side * 0.9} ${PIT - 0.3}" fill="none" stroke="${skin.shade}" stroke-width="0.5" opacity="0.45" filter="url(#blur25)"/>` +
          `<path d="M${side * 1.2} ${PIT + 0.4}Q${side * 5} ${PIT - 0.6} ${side * 10} ${PIT - 0.9}" fill="none" stroke="${skin.shade}" stroke-width="0.6" opacity="0.35" filter="url(#blur25)"/>`,
      )
      .join('') +
    folds
  );
}

/** Draws the clothes down to the hips. */
export function drawBody(appearance: Appearance): string {
  const { clothes, shoulders, neck } = appearance;
  const { kind, colour, dark, light, under } = clothes;
  const isBroad = kind === 'suit' || kind === 'armour' || kind === 'hoodie';
  const s = shoulders;
  const slope = neck + 1.4;
  const torso: Spot[] = [
    [0, 16.2],
    [-slope, 15.2],
    [-s * 0.62, 17.4],
    [-s * 0.93, 19.3],
    [-s - (isBroad ? 1 : 0.4), 23.6],
    [-s * 0.9, 33],
    [-s * 0.78, 43],
    [-s * 0.8, 52],
    [-s * 0.86, END],
    [0, END],
  ];
  const arm: Spot[] = [
    [-s * 0.8, 21.4],
    [-s * 0.97, 21.2],
    [-s - 1.7, 24.6],
    [-s - 3.4, 34],
    [-s - 4.4, 45],
    [-s - 4.2, 53],
    [-s - 4, END],
    [-s + 2.2, END],
    [-s + 1.6, 49],
    [-s + 2.2, 38],
    [-s + 3.4, 29],
  ];
  const arms = [-1, 1]
    .map((side) => {
      const id = `arm${side}`;
      return (
        gradient(
          id,
          [-s - 4.4, 0, -s + 3, 0],
          [
            [0, side < 0 ? mixColours(colour, dark, 0.3) : mixColours(colour, light, 0.05)],
            [0.35, side < 0 ? light : colour],
            [0.75, colour],
            [1, dark],
          ],
        ) +
        `<g transform="scale(${side === -1 ? 1 : -1} 1)"><path d="${smoothPath(arm, true)}" fill="url(#${id})"/>` +
        `<path d="M${-s + 3.2} 28Q${-s + 1.6} 40 ${-s + 1.9} ${END}" fill="none" stroke="${dark}" stroke-width="0.9" opacity="0.75" filter="url(#blur50)"/></g>`
      );
    })
    .join('');
  return (
    gradient(
      'torso',
      [-s, 16, s, 42],
      [
        [0, light],
        [0.3, colour],
        [0.65, colour],
        [1, dark],
      ],
    ) +
    arms +
    `<path d="${smoothPath(mirrored(torso), true)}" fill="url(#torso)" ${kind === 'sweater' || kind === 'blouse' || kind === 'cardigan' || kind === 'suit' || kind === 'cloak' ? 'mask="url(#neckline)"' : ''}/>` +
    neckline(appearance) +
    [-1, 1]
      .map(
        (side) =>
          `<path d="M${side * (s - 3)} 27Q${side * (s - 4.6)} 38 ${side * (s - 3.9)} ${END}" fill="none" stroke="${dark}" stroke-width="1.6" opacity="0.55" filter="url(#blur100)"/>`,
      )
      .join('') +
    `<ellipse cx="${-s * 0.42}" cy="27" rx="6.5" ry="6" fill="${light}" opacity="0.28" filter="url(#blur180)"/>` +
    `<ellipse cx="${s * 0.4}" cy="36" rx="7" ry="10" fill="${dark}" opacity="0.3" filter="url(#blur180)"/>` +
    creases(3, { colour: dark, light, x: 0, from: 34, to: 58, width: s * 0.62 }) +
    drawTrim(appearance, under)
  );
}

/** Returns an SVG mask that hides the clothes inside the neckline. */

function neckline({ clothes, neck }: Appearance): string {
  const { kind } = clothes;
  const deep =
    kind === 'suit'
      ? 40
      : kind === 'cardigan'
        ? 37
        : kind === 'blouse'
          ? 24.5
          : kind === 'cloak'
            ? 25
            : 19.4;
  const wide = neck + (kind === 'sweater' ? 0.5 : 1.6);
  const shape: Spot[] =
    kind === 'sweater'
      ? [
          [0, 8],
          [-wide, 10],
          [-wide - 0.4, 14.6],
          [-wide * 0.62, 18.4],
          [0, deep],
        ]
      : [
          [0, 8],
          [-wide, 10],
          [-wide - 0.5, 14.4],
          [-wide * 0.62, deep * 0.78],
          [0, deep],
        ];
  return `<defs><mask id="neckline" maskUnits="userSpaceOnUse" x="-40" y="-10" width="80" height="80"><rect x="-40" y="-10" width="80" height="80" fill="#fff"/><path d="${smoothPath(mirrored(shape), true)}" fill="#000"/></mask></defs>`;
}
