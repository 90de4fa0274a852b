/** Contents of the drawn backgrounds. */
import type { SceneName, StepColour } from '../../../instructions/step.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { hashNoise } from '../raster/planes.ts';
import { cloudAt, type Colour, mix, noiseAt, rampAt } from './scene-colours.ts';

/** A background that can be drawn at any size. */
export interface DrawnScene {
  /** Returns the colour at a position: x in heights from the middle, y downwards, 0..1. */
  readonly ground: (x: number, y: number) => Colour;
  /** Lights out of focus. */
  readonly lights: readonly LightField[];
  /** Blur radius as a fraction of the height. */
  readonly blur: number;
  /** True when stars are drawn over the scene at full size. */
  readonly hasStars: boolean;
}

/** A set of discs of light. */
export interface LightField {
  readonly count: number;
  readonly colours: readonly Colour[];
  /** Vertical range of the lights, 0..1 downwards, and their sizes in heights. */
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  readonly weight: number;
}

/** Returns a scene by its name; a gradient has the given colour, or blue without one. */
export function createDrawnScene(name: SceneName, colour: StepColour | null): DrawnScene {
  return name === 'gradient' ? toGradient(colour ?? [96, 110, 190]) : SCENES[name];
}

function toGradient(colour: Colour): DrawnScene {
  const light = mix(colour, [255, 255, 255], 0.42);
  const dark = mix(colour, [8, 8, 20], 0.42);
  return {
    ground: (x, y) => mix(light, dark, smoothstep(-0.1, 1.15, y * 0.8 + x * 0.25 + 0.1)),
    lights: [],
    blur: 0,
    hasStars: false,
  };
}

const SEA = 0.56;

const SCENES: Readonly<Record<Exclude<SceneName, 'gradient'>, DrawnScene>> = {
  beach: {
    ground: (x, y) => {
      if (y < SEA) {
        const sky = rampAt(
          [
            [0, [86, 158, 222]],
            [0.36, [150, 200, 236]],
            [SEA, [222, 236, 240]],
          ],
          y,
        );
        const cloud =
          smoothstep(0.5, 0.72, cloudAt(x * 1.6 + 4, y * 4.2, 5)) * smoothstep(SEA, 0.2, y);
        return mix(sky, [252, 252, 250], cloud * 0.75);
      }
      const shore = 0.74 + 0.025 * Math.sin(x * 3.1) + 0.02 * (noiseAt(x * 5, 2, 9) - 0.5);
      if (y < shore) {
        const sea = rampAt(
          [
            [SEA, [52, 132, 172]],
            [0.66, [58, 164, 186]],
            [0.75, [142, 212, 208]],
          ],
          y,
        );
        const wave = noiseAt(x * 7, y * 90, 31) - 0.5;
        const foam = smoothstep(shore - 0.03, shore - 0.004, y);
        return mix(
          mix(sea, [230, 244, 244], Math.max(0, wave) * 0.35),
          [250, 250, 246],
          foam * 0.85,
        );
      }
      const wet = smoothstep(shore + 0.05, shore, y);
      const sand = mix([226, 202, 160], [206, 178, 132], y);
      const dune = cloudAt(x * 5, y * 9, 41) - 0.5;
      return mix(mix(sand, [250, 232, 196], dune * 0.6), [172, 146, 110], wet * 0.7);
    },
    lights: [],
    blur: 0.009,
    hasStars: false,
  },
  sunset: {
    ground: (x, y) => {
      const sun = Math.hypot(x - 0.2, (y - SEA + 0.06) * 1.15);
      const glow = Math.exp(-((sun / 0.32) ** 2));
      if (y < SEA) {
        const sky = rampAt(
          [
            [0, [44, 48, 96]],
            [0.24, [112, 78, 126]],
            [0.42, [214, 118, 96]],
            [SEA, [252, 186, 110]],
          ],
          y,
        );
        const cloud = smoothstep(0.48, 0.7, cloudAt(x * 1.3 + 9, y * 6.5, 77));
        const lit = mix(sky, [252, 132, 96], cloud * 0.5 * smoothstep(0, 0.4, y));
        const disc = 1 - smoothstep(0.05, 0.062, sun);
        return mix(mix(lit, [255, 214, 140], glow * 0.75), [255, 246, 214], disc);
      }
      const depth = (y - SEA) / (1 - SEA);
      const sea = mix([196, 118, 98], [36, 34, 66], smoothstep(0, 0.9, depth));
      const ripple = noiseAt(x * (9 - 4 * depth), y * (130 - 70 * depth), 13);
      const streak =
        Math.exp(-(((x - 0.2) / (0.05 + 0.22 * depth)) ** 2)) * smoothstep(0.3, 0.85, ripple);
      return mix(
        mix(sea, [255, 176, 120], (ripple - 0.4) * 0.25),
        [255, 220, 150],
        streak * (0.9 - 0.45 * depth),
      );
    },
    lights: [],
    blur: 0.006,
    hasStars: false,
  },
  stars: {
    ground: (x, y) => {
      const sky = rampAt(
        [
          [0, [8, 10, 28]],
          [0.6, [18, 26, 58]],
          [1, [40, 46, 84]],
        ],
        y,
      );
      const band = (x * 0.55 + y - 0.52) / 0.24;
      const way = Math.exp(-band * band) * (0.3 + 0.9 * cloudAt(x * 3 + 2, y * 3, 61));
      const dust =
        smoothstep(0.5, 0.8, cloudAt(x * 4 + 7, y * 4 + 3, 71)) * Math.exp(-((band * 2) ** 2));
      const lit = mix(sky, [150, 140, 196], clamp(way * 0.5, 0, 0.7));
      return mix(lit, [14, 14, 34], dust * 0.45);
    },
    lights: [],
    blur: 0.006,
    hasStars: true,
  },
  lights: {
    ground: (x, y) => {
      const warm = Math.exp(-((x * x + (y - 0.55) ** 2) / 0.35));
      return mix([16, 12, 20], [70, 40, 34], warm * 0.9);
    },
    lights: [
      {
        count: 46,
        colours: [
          [255, 176, 84],
          [255, 206, 140],
          [255, 128, 70],
          [250, 226, 190],
        ],
        from: 0.02,
        to: 0.98,
        min: 0.02,
        max: 0.085,
        weight: 0.42,
      },
      {
        count: 16,
        colours: [
          [255, 150, 70],
          [240, 96, 110],
          [255, 214, 150],
        ],
        from: 0.05,
        to: 0.95,
        min: 0.07,
        max: 0.15,
        weight: 0.22,
      },
    ],
    blur: 0,
    hasStars: false,
  },
  city: {
    ground: (x, y) => {
      const sky = rampAt(
        [
          [0, [14, 18, 42]],
          [0.45, [46, 44, 84]],
          [0.62, [88, 66, 92]],
          [1, [18, 16, 30]],
        ],
        y,
      );
      const tower = 0.3 + 0.28 * hashNoise(Math.floor(x * 9 + 40), 5, 0);
      const isHouse = y > tower && y < 0.9;
      return isHouse ? mix(sky, [16, 16, 32], 0.72) : sky;
    },
    lights: [
      {
        count: 80,
        colours: [
          [255, 196, 110],
          [255, 232, 190],
          [255, 150, 80],
          [150, 190, 255],
        ],
        from: 0.34,
        to: 0.86,
        min: 0.008,
        max: 0.034,
        weight: 0.6,
      },
      {
        count: 20,
        colours: [
          [255, 90, 80],
          [255, 190, 110],
          [120, 170, 255],
          [255, 240, 210],
        ],
        from: 0.66,
        to: 0.98,
        min: 0.03,
        max: 0.075,
        weight: 0.42,
      },
    ],
    blur: 0.016,
    hasStars: false,
  },
  garden: {
    ground: (x, y) => {
      const leaves = cloudAt(x * 3.2, y * 3.2, 23);
      const shade = rampAt(
        [
          [0, [150, 182, 104]],
          [0.45, [86, 130, 64]],
          [0.75, [66, 108, 52]],
          [1, [92, 134, 60]],
        ],
        y,
      );
      const dark = mix(shade, [26, 52, 30], smoothstep(0.52, 0.3, leaves));
      return mix(dark, [206, 222, 140], smoothstep(0.56, 0.78, leaves) * (1 - 0.6 * y));
    },
    lights: [
      {
        count: 34,
        colours: [
          [214, 236, 150],
          [190, 220, 120],
          [250, 250, 206],
        ],
        from: 0,
        to: 0.62,
        min: 0.015,
        max: 0.07,
        weight: 0.3,
      },
    ],
    blur: 0.03,
    hasStars: false,
  },
  office: {
    ground: (x, y) => {
      const wall: Colour = mix([214, 218, 222], [176, 180, 186], y);
      const pane = (x + 2) * 2.4;
      const frame = Math.abs(pane - Math.round(pane));
      const isWindow = y > 0.06 && y < 0.66 && x > -0.42;
      if (isWindow && frame > 0.045) {
        const view = rampAt(
          [
            [0, [232, 240, 248]],
            [0.42, [222, 232, 238]],
            [0.66, [178, 196, 190]],
          ],
          y,
        );
        const green = smoothstep(0.5, 0.7, cloudAt(x * 5, y * 5, 91)) * smoothstep(0.36, 0.6, y);
        return mix(view, [132, 164, 122], green * 0.7);
      }
      if (y > 0.78 && y < 0.83) {
        return [152, 118, 86];
      }
      if (y >= 0.83) {
        return mix([116, 108, 104], [92, 86, 84], y);
      }
      const isShelf = x < -0.5 && y > 0.2 && y < 0.78;
      if (isShelf) {
        const board = (y - 0.2) * 8;
        const book = hashNoise(Math.floor((x + 3) * 34), Math.floor(board), 0);
        return Math.abs(board - Math.round(board)) < 0.1
          ? [138, 106, 78]
          : mix([196, 186, 172], [92, 104, 126], book);
      }
      return isWindow ? [236, 238, 240] : wall;
    },
    lights: [],
    blur: 0.024,
    hasStars: false,
  },
};
