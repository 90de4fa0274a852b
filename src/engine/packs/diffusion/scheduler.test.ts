import { describe, expect, it } from 'vitest';
import { toSchedulerConfig } from '../diffusion-files/scheduler-config.ts';
import { createGaussian } from './gaussian.ts';
import { createScheduler } from './scheduler.ts';

/**
 * Results of the schedulers of `diffusers` 0.42.1 for the latents, noise and predictions below, from step `first` on.
 */
const figures = [
  {
    config: {
      _class_name: 'DDIMScheduler',
      prediction_type: 'epsilon',
      steps_offset: 1,
      set_alpha_to_one: false,
      timestep_spacing: 'leading',
    },
    steps: 8,
    first: 3,
    begin: 1,
    timesteps: [501, 376, 251, 126, 1],
    shown: [1.055682, 0.73306, -0.305637, -0.596305],
    result: [2.591498, 2.213831, 0.398302, -0.079013],
  },
  {
    config: {
      _class_name: 'DDIMScheduler',
      prediction_type: 'epsilon',
      timestep_spacing: 'trailing',
    },
    steps: 5,
    first: 0,
    begin: 1,
    timesteps: [999, 799, 599, 399, 199],
    shown: [1.024251, 0.332652, -0.799698, -0.7214],
    result: [5.082573, -3.802948, -18.36996, -14.607914],
  },
  {
    config: {
      _class_name: 'EulerDiscreteScheduler',
      prediction_type: 'epsilon',
      timestep_spacing: 'linspace',
    },
    steps: 6,
    first: 2,
    begin: 14.614649,
    timesteps: [599.4, 399.6, 199.8, 0],
    shown: [1.072201, 0.63203, -0.45994, -0.648085],
    result: [2.352056, 1.752815, -0.485053, -0.531872],
  },
  {
    config: {
      _class_name: 'EulerDiscreteScheduler',
      prediction_type: 'epsilon',
      timestep_spacing: 'leading',
      steps_offset: 1,
    },
    steps: 6,
    first: 0,
    begin: 5.990507,
    timesteps: [831, 665, 499, 333, 167, 1],
    shown: [1.050975, 0.424593, -0.709903, -0.708805],
    result: [2.846266, -0.263408, -6.166207, -5.0953],
  },
  {
    config: {
      _class_name: 'EulerAncestralDiscreteScheduler',
      prediction_type: 'epsilon',
      timestep_spacing: 'trailing',
    },
    steps: 4,
    first: 2,
    begin: 14.614649,
    timesteps: [499, 249],
    shown: [1.055102, 0.735088, -0.302238, -0.595059],
    result: [0.794495, 1.493004, 0.272024, -0.771486],
  },
  {
    config: { _class_name: 'LCMScheduler', prediction_type: 'epsilon' },
    steps: 4,
    first: 1,
    begin: 1,
    timesteps: [759, 499, 259],
    shown: [1.062526, 0.480596, -0.649476, -0.697226],
    result: [-1.017078, -0.381015, -2.149187, -3.386365],
  },
  {
    config: {
      _class_name: 'DDIMScheduler',
      prediction_type: 'v_prediction',
      steps_offset: 1,
      set_alpha_to_one: false,
      timestep_spacing: 'leading',
    },
    steps: 8,
    first: 3,
    begin: 1,
    timesteps: [501, 376, 251, 126, 1],
    shown: [1.055682, 0.73306, -0.305637, -0.596305],
    result: [1.393728, 1.212191, 0.349756, 0.090423],
  },
  {
    config: {
      _class_name: 'DDIMScheduler',
      prediction_type: 'v_prediction',
      timestep_spacing: 'trailing',
    },
    steps: 5,
    first: 0,
    begin: 1,
    timesteps: [999, 799, 599, 399, 199],
    shown: [1.024251, 0.332652, -0.799698, -0.7214],
    result: [0.624339, 0.349112, -0.268828, 0.000666],
  },
  {
    config: {
      _class_name: 'EulerDiscreteScheduler',
      prediction_type: 'v_prediction',
      timestep_spacing: 'linspace',
    },
    steps: 6,
    first: 2,
    begin: 14.614649,
    timesteps: [599.4, 399.6, 199.8, 0],
    shown: [1.072201, 0.63203, -0.45994, -0.648085],
    result: [0.905551, 0.776607, 0.105154, 0.109956],
  },
  {
    config: {
      _class_name: 'EulerDiscreteScheduler',
      prediction_type: 'v_prediction',
      timestep_spacing: 'leading',
      steps_offset: 1,
    },
    steps: 6,
    first: 0,
    begin: 5.990507,
    timesteps: [831, 665, 499, 333, 167, 1],
    shown: [1.050975, 0.424593, -0.709903, -0.708805],
    result: [0.66228, 0.383861, -0.310661, -0.106771],
  },
  {
    config: {
      _class_name: 'EulerAncestralDiscreteScheduler',
      prediction_type: 'v_prediction',
      timestep_spacing: 'trailing',
    },
    steps: 4,
    first: 2,
    begin: 14.614649,
    timesteps: [499, 249],
    shown: [1.055102, 0.735088, -0.302238, -0.595059],
    result: [-0.083952, 0.561903, 0.443055, -0.120697],
  },
  {
    config: { _class_name: 'LCMScheduler', prediction_type: 'v_prediction' },
    steps: 4,
    first: 1,
    begin: 1,
    timesteps: [759, 499, 259],
    shown: [1.062526, 0.480596, -0.649476, -0.697226],
    result: [-0.896663, -0.334643, 0.760328, 0.522277],
  },
];

const of = (value: (at: number) => number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: 4 }, (_, at) => value(at));
const clean = of((at) => Math.sin(0.9 * at + 0.4));
const noise = of((at) => Math.cos(1.3 * at));
const predictions = (step: number) => of((at) => 0.8 * Math.cos(0.3 * at + 0.5 * step));

function expectNear(values: ArrayLike<number>, wanted: readonly number[], digits = 4): void {
  expect(values).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) {
    expect(values[at]).toBeCloseTo(value, digits);
  }
}

describe('a scheduler', () => {
  it.each(figures)(
    'goes as diffusers does: $config._class_name, $config.prediction_type, $steps steps',
    ({ config, steps, first, begin, timesteps, shown, result }) => {
      const scheduler = createScheduler(toSchedulerConfig(config), steps);
      expectNear(scheduler.timesteps.slice(first), timesteps, 3);
      expectNear(scheduler.begin(of(() => 1)), [begin, begin, begin, begin], 3);
      let latents = scheduler.addNoise(clean, noise, first);
      expectNear(scheduler.scaleInput(latents, first), shown);
      let count = 0;
      const makeNoise = () => {
        count += 1;
        return of((at) => Math.sin(1.7 * at + 5 * count));
      };
      for (let step = first; step < steps; step += 1) {
        latents = scheduler.advance(predictions(step), latents, { step, makeNoise });
      }
      expectNear(latents, result, 3);
    },
  );

  it('runs PNDM and DPM-Solver as DDIM, from the steps that those would take', () => {
    for (const [name, spacing] of [
      ['PNDMScheduler', 'leading'],
      ['DPMSolverMultistepScheduler', 'linspace'],
    ] as const) {
      const of = (_class_name: string, timestep_spacing?: string) =>
        createScheduler(toSchedulerConfig({ _class_name, timestep_spacing }), 10).timesteps;
      expect(of(name)).toEqual(of('DDIMScheduler', spacing));
    }
  });

  it('is refused by its name where it is not known', () => {
    const read = (content: unknown) => () => toSchedulerConfig(content);
    expect(read({ _class_name: 'HeunDiscreteScheduler' })).toThrow(
      'Its scheduler HeunDiscreteScheduler is not known.',
    );
    expect(read({ beta_schedule: 'squaredcos_cap_v2' })).toThrow('squaredcos_cap_v2');
    expect(read({ prediction_type: 'sample' })).toThrow('Its prediction sample is not known.');
    expect(read({ beta_start: 7 })).toThrow('values that no scheduler has');
    expect(read('x')).toThrow('values that no scheduler has');
  });
});

it('noise of a seed is normal and always the same', () => {
  const values = createGaussian(5)(20_000);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  expect(createGaussian(5)(20_000)).toEqual(values);
  expect(createGaussian(6)(4)).not.toEqual(values.slice(0, 4));
});
