import type { Appearance } from './appearances.ts';
import { createRandom, gradient, mixColours, mirrored, smoothPath, type Spot } from './paths.ts';

/** Lower end of clothes, below the image. */
export const END = 64;

/** Draws collars, seams, buttons and the garment below, whose colour is `under`. */
export function drawTrim(appearance: Appearance, under: string): string {
  const { clothes, neck, shoulders: s } = appearance;
  const { kind, colour, dark, light } = clothes;
  const shadowed = mixColours(under, '#30343c', 0.35);
  const both = (draw: (side: number) => string): string => [-1, 1].map(draw).join('');
  const flap = (spots: readonly Spot[], fill: string, extra = ''): string =>
    both(
      (side) =>
        `<path d="${smoothPath(
          spots.map(([x, y]): Spot => [x * side, y]),
          true,
        )}" fill="${fill}" ${extra}/>`,
    );
  const edge = (spots: readonly Spot[], stroke: string, width: number, opacity: number): string =>
    both(
      (side) =>
        `<path d="${smoothPath(
          spots.map(([x, y]): Spot => [x * side, y]),
          false,
        )}" fill="none" stroke="${stroke}" stroke-width="${width}" opacity="${opacity}" stroke-linecap="round" filter="url(#blur12)"/>`,
    );
  switch (kind) {
    case 'sweater': {
      const collar = smoothPath(
        [
          [-neck - 1.2, 13.6],
          [-neck * 0.8, 17.6],
          [0, 19.7],
          [neck * 0.8, 17.6],
          [neck + 1.2, 13.6],
          [neck + 1.9, 15],
          [neck * 0.95, 19.4],
          [0, 21.6],
          [-neck * 0.95, 19.4],
          [-neck - 1.9, 15],
        ],
        true,
      );
      return (
        `<path d="${collar}" fill="${mixColours(colour, light, 0.35)}"/><path d="${smoothPath(
          [
            [-neck - 1.7, 15.2],
            [-neck * 0.95, 19.5],
            [0, 21.7],
            [neck * 0.95, 19.5],
            [neck + 1.7, 15.2],
          ],
          false,
        )}" fill="none" stroke="${dark}" stroke-width="0.35" opacity="0.6" filter="url(#blur12)"/>` +
        ribs(neck, dark) +
        knit(s, dark)
      );
    }
    case 'blouse':
      return (
        flap(
          [
            [neck * 0.85, 13.4],
            [neck + 2.2, 14.6],
            [neck + 2.4, 19.6],
            [3.6, 22.6],
            [0.4, 25.2],
            [2.6, 19.4],
          ],
          mixColours(colour, light, 0.4),
        ) +
        edge(
          [
            [neck + 2.3, 15],
            [neck + 2.4, 19.6],
            [3.6, 22.6],
            [0.5, 25.4],
          ],
          dark,
          0.35,
          0.7,
        ) +
        edge(
          [
            [0.35, 25.4],
            [0.45, END],
          ],
          dark,
          0.25,
          0.5,
        ) +
        buttons([29, 35.5, 42, 48.5], light) +
        `<path d="M-3.4 17.4Q0 21.4 3.4 17.4" fill="none" stroke="#d9b25c" stroke-width="0.13"/><circle cx="0" cy="19.7" r="0.42" fill="#e8c878"/>`
      );
    case 'cardigan':
      return (
        shirt(appearance, under, shadowed, 38) +
        edge(
          [
            [neck + 1.7, 14.6],
            [neck * 0.9 + 1, 24],
            [1.4, 36.6],
            [0.6, END],
          ],
          light,
          1.1,
          0.5,
        ) +
        edge(
          [
            [neck + 2.6, 15],
            [neck + 1.6, 25],
            [2.3, 37.6],
            [1.5, END],
          ],
          dark,
          0.4,
          0.7,
        ) +
        buttons([41, 47, 53], mixColours(dark, '#8a6a4a', 0.5)) +
        knit(s, dark)
      );
    case 'suit':
      return (
        shirt(appearance, under, shadowed, 42) +
        tie(appearance) +
        flap(
          [
            [neck * 1.05, 13.6],
            [neck + 3, 15.6],
            [neck + 4.8, 23.8],
            [neck + 2.4, 25.2],
            [neck + 3, 28],
            [0.3, 41.5],
            [2.8, 29],
            [neck * 0.95, 19],
          ],
          mixColours(colour, light, 0.3),
        ) +
        edge(
          [
            [neck + 3, 15.8],
            [neck + 4.8, 23.8],
            [neck + 2.4, 25.2],
            [neck + 3, 28],
            [0.4, 41.6],
          ],
          dark,
          0.45,
          0.85,
        ) +
        edge(
          [
            [0.3, 41.6],
            [0.8, END],
          ],
          dark,
          0.35,
          0.8,
        ) +
        buttons([45, 52], '#14161b')
      );
    case 'hoodie': {
      const hood = smoothPath(
        mirrored([
          [0, 20.6],
          [-3.4, 18.6],
          [-neck - 0.2, 14.6],
          [-neck - 0.6, 10.4],
          [-neck - 3.2, 12.4],
          [-neck - 5.4, 16.6],
          [-7, 21.4],
          [-3, 24.6],
          [0, 25.2],
        ]),
        true,
      );
      return (
        `<path d="${hood}" fill="${mixColours(colour, dark, 0.15)}"/>` +
        edge(
          [
            [neck + 0.7, 11],
            [neck + 0.1, 15],
            [3.3, 18.9],
            [0, 21],
          ],
          dark,
          0.9,
          0.8,
        ) +
        edge(
          [
            [neck + 4.9, 15.6],
            [7, 21.6],
            [3, 24.8],
            [0, 25.4],
          ],
          dark,
          0.5,
          0.7,
        ) +
        edge(
          [
            [neck + 3, 13],
            [5.6, 19.6],
            [1.6, 23],
          ],
          light,
          0.9,
          0.4,
        ) +
        both(
          (side) =>
            `<path d="M${side * 2.2} 21.4q${side * 0.7} 5 ${side * 0.3} 10.5" fill="none" stroke="${under}" stroke-width="0.5" stroke-linecap="round"/><path d="M${side * 2.5} 31.2v1.5" stroke="#9a9a9a" stroke-width="0.55"/>`,
        ) +
        `<path d="${smoothPath(
          [
            [-9, 47],
            [-7, 46.4],
            [7, 46.4],
            [9, 47],
            [11.6, END],
            [-11.6, END],
          ],
          true,
        )}" fill="none" stroke="${dark}" stroke-width="0.4" opacity="0.6" filter="url(#blur12)"/>`
      );
    }
    case 'cloak':
      return (
        flap(
          [
            [neck * 0.9, 13.2],
            [neck + 4, 14.6],
            [s * 0.8, 18],
            [s * 0.7, 26],
            [9, 40],
            [6.4, END],
            [1.2, END],
            [3.8, 38],
            [4.4, 27],
            [0.6, 25],
          ],
          mixColours(colour, dark, 0.25),
        ) +
        edge(
          [
            [0.7, 25],
            [4.4, 27.2],
            [3.8, 38],
            [1.3, END],
          ],
          '#d9c27a',
          0.4,
          0.95,
        ) +
        edge(
          [
            [neck + 3, 16],
            [9, 25],
            [8, 40],
            [6.6, END],
          ],
          light,
          0.9,
          0.3,
        ) +
        edge(
          [
            [neck + 1, 14],
            [6, 24],
            [6.4, 40],
            [4.6, END],
          ],
          dark,
          0.9,
          0.5,
        ) +
        `<path d="${smoothPath(
          [
            [-0.4, 27.2],
            [4.6, 27.4],
            [3.7, 38],
            [1, END],
            [-1, END],
            [-3.7, 38],
            [-4.6, 27.4],
          ],
          true,
        )}" fill="${under}"/>` +
        creases(17, { colour: shadowed, light: '#ffffff', x: 0, from: 32, to: 58, width: 2.2 }) +
        `<path d="M-5.6 24.6Q0 28.6 5.6 24.6" fill="none" stroke="#d9c27a" stroke-width="0.3"/><circle cx="0" cy="26.6" r="1.5" fill="#d9c27a"/><circle cx="0" cy="26.6" r="1" fill="#6f4bb0"/><circle cx="-0.3" cy="26.3" r="0.3" fill="#fff" opacity="0.8"/>`
      );
    case 'armour':
      return (
        `<path d="${smoothPath(
          mirrored([
            [0, 18.6],
            [-neck - 0.6, 15.6],
            [-neck - 0.3, 10.6],
            [0, 12.6],
          ]),
          true,
        )}" fill="${under}"/>` +
        [11.8, 13.6, 15.4]
          .map(
            (y) =>
              `<path d="M${-neck} ${y}Q0 ${y + 1.8} ${neck} ${y}" fill="none" stroke="#5a6a78" stroke-width="0.3"/>`,
          )
          .join('') +
        edge(
          [
            [neck + 1, 16],
            [5, 19.6],
            [0, 21],
          ],
          dark,
          0.4,
          0.9,
        ) +
        edge(
          [
            [s * 0.62, 18.4],
            [s * 0.6, 27],
            [s * 0.5, 33],
            [0, 37],
          ],
          dark,
          0.35,
          0.85,
        ) +
        edge(
          [
            [s * 0.6, 18.6],
            [s * 0.57, 27],
            [s * 0.47, 32.6],
            [0, 36.4],
          ],
          '#ffffff',
          0.2,
          0.9,
        ) +
        edge(
          [
            [0, 37],
            [0, END],
          ],
          dark,
          0.3,
          0.6,
        ) +
        edge(
          [
            [4, 37.4],
            [6.4, 48],
            [6, END],
          ],
          dark,
          0.3,
          0.7,
        ) +
        edge(
          [
            [s * 0.8, 33],
            [s * 0.62, 43],
            [s * 0.6, END],
          ],
          dark,
          0.4,
          0.7,
        ) +
        `<circle cx="0" cy="28" r="2.6" fill="${under}"/><circle cx="0" cy="28" r="1.9" fill="#18b7e8"/><circle cx="0" cy="28" r="1" fill="#d6f6ff"/><circle cx="0" cy="28" r="3.8" fill="#18b7e8" opacity="0.3" filter="url(#blur100)"/>` +
        both(
          (side) =>
            `<ellipse cx="${side * (s - 0.6)}" cy="22.4" rx="4.3" ry="4.9" fill="${colour}" stroke="${dark}" stroke-width="0.25"/><ellipse cx="${side * (s - 0.6) - 1.1}" cy="20.6" rx="1.8" ry="1.5" fill="#fff" opacity="0.8" filter="url(#blur50)"/><path d="M${side * (s + 3)} 38Q${side * s} 40 ${side * (s - 2)} 38" fill="none" stroke="${dark}" stroke-width="0.4"/>`,
        )
      );
  }
}

function shirt({ neck }: Appearance, under: string, shadowed: string, deep: number): string {
  const front = smoothPath(
    mirrored([
      [0, 14],
      [-neck * 0.9, 13.4],
      [-neck - 2.9, 15],
      [-neck * 1.12, deep * 0.74],
      [0, deep + 2],
    ]),
    true,
  );
  const open = smoothPath(
    mirrored([
      [0, 9],
      [-neck * 0.86, 11],
      [-neck * 0.55, 15.2],
      [0, 19.2],
    ]),
    true,
  );
  return (
    `<defs><mask id="shirt" maskUnits="userSpaceOnUse" x="-20" y="0" width="40" height="60"><path d="${front}" fill="#fff"/><path d="${open}" fill="#000"/></mask></defs>` +
    `<g mask="url(#shirt)"><path d="${front}" fill="${under}"/><rect x="1.2" y="12" width="9" height="34" fill="${shadowed}" opacity="0.5" filter="url(#blur100)"/><path d="M0 19V46" stroke="${shadowed}" stroke-width="0.2"/>` +
    [22, 27, 32].map((y) => `<circle cx="0.4" cy="${y}" r="0.32" fill="${shadowed}"/>`).join('') +
    `</g>` +
    [-1, 1]
      .map((side) => {
        const collar: Spot[] = [
          [neck * 0.84, 11.6],
          [neck + 1.5, 13.4],
          [neck + 0.9, 17.4],
          [2.9, 21.4],
          [0.2, 18.8],
          [2.8, 15.8],
        ];
        return `<path d="${smoothPath(
          collar.map(([x, y]): Spot => [x * side, y]),
          true,
        )}" fill="${mixColours(under, '#ffffff', 0.35)}" stroke="${shadowed}" stroke-width="0.14"/>`;
      })
      .join('')
  );
}

function tie({ clothes }: Appearance): string {
  const { dark } = clothes;
  return (
    gradient(
      'tie',
      [-2, 0, 2.4, 0],
      [
        [0, '#5f7fae'],
        [0.5, '#3d5a88'],
        [1, mixColours('#3d5a88', dark, 0.7)],
      ],
    ) +
    `<path d="M-1.15 18.6L1.15 18.6L0.85 21.4L-0.85 21.4Z" fill="url(#tie)"/><path d="M-0.85 21.4L0.85 21.4L2 40L0 42.6L-2 40Z" fill="url(#tie)"/><path d="M-0.95 21.4H0.95" stroke="#1d2c46" stroke-width="0.2"/>`
  );
}

function buttons(rows: readonly number[], fill: string): string {
  return rows
    .map(
      (y) =>
        `<circle cx="0.7" cy="${y}" r="0.62" fill="#000" opacity="0.3" filter="url(#blur12)"/><circle cx="0.6" cy="${y - 0.1}" r="0.56" fill="${fill}"/><circle cx="0.45" cy="${y - 0.25}" r="0.2" fill="#fff" opacity="0.4"/>`,
    )
    .join('');
}

function ribs(neck: number, dark: string): string {
  return Array.from({ length: 25 }, (_, index) => {
    const fraction = index / 12 - 1;
    const x = fraction * (neck + 1.2);
    const y = 19.8 - 5.6 * fraction ** 2;
    return `<path d="M${x} ${y}l${fraction * 0.7} ${1.7 - Math.abs(fraction) * 0.5}" stroke="${dark}" stroke-width="0.12" opacity="0.35"/>`;
  }).join('');
}

function knit(s: number, dark: string): string {
  return Array.from({ length: 30 }, (_, index) => {
    const x = (index / 29 - 0.5) * 1.5 * s;
    return `<path d="M${x} ${24 + Math.abs(x) * 0.1}Q${x * 0.96} 42 ${x * 0.98} ${END}" fill="none" stroke="${dark}" stroke-width="0.16" opacity="0.1"/>`;
  }).join('');
}

/** Draws soft folds of cloth. */
export function creases(
  seed: number,
  {
    colour,
    light,
    x,
    from,
    to,
    width,
  }: {
    readonly colour: string;
    readonly light: string;
    readonly x: number;
    readonly from: number;
    readonly to: number;
    readonly width: number;
  },
): string {
  const random = createRandom(seed * 97 + 5);
  return Array.from({ length: 5 }, (_, index) => {
    const y = from + ((to - from) * (index + random() * 0.7)) / 5;
    const side = index % 2 === 0 ? -1 : 1;
    const left = x + side * width * (0.75 + random() * 0.3);
    const length = width * (0.7 + random() * 0.5);
    const path = `M${left} ${y}q${-side * length * 0.45} ${2 + random() * 1.4} ${-side * length} ${1.4 + random() * 2}`;
    return (
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${0.6 + random() * 0.5}" stroke-linecap="round" opacity="0.3" filter="url(#blur50)"/>` +
      `<path d="${path}" transform="translate(0 0.9)" fill="none" stroke="${light}" stroke-width="0.6" stroke-linecap="round" opacity="0.22" filter="url(#blur50)"/>`
    );
  }).join('');
}
