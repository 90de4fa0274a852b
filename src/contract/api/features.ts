/**
 * Billable features by name. `endpoint` is the path without base and leading slash, as listed in jobs and
 * usage. `unit` is what a price counts: output seconds or successful calls. A `job` is submitted and polled, a
 * `live` feature is a session over a socket.
 */
export const features = {
  avatar: { endpoint: 'avatar', unit: 'per_second', kind: 'job' },
  face_swap: { endpoint: 'face-swap', unit: 'per_second', kind: 'job' },
  face_swap_image: { endpoint: 'face-swap-image', unit: 'per_generation', kind: 'job' },
  lip_sync: { endpoint: 'lip-sync', unit: 'per_second', kind: 'job' },
  reimagine_image: { endpoint: 'reimagine-image', unit: 'per_generation', kind: 'job' },
  reimagine_video: { endpoint: 'reimagine-video', unit: 'per_second', kind: 'job' },
  identity_swap: { endpoint: 'identity-swap', unit: 'per_second', kind: 'job' },
  motion_control: { endpoint: 'motion-control', unit: 'per_second', kind: 'job' },
  voice_clone: { endpoint: 'voice-clone', unit: 'per_generation', kind: 'job' },
  text_to_speech: { endpoint: 'text-to-speech', unit: 'per_second', kind: 'job' },
  real_time_swap_full: { endpoint: 'real-time-swap/session', unit: 'per_second', kind: 'live' },
  voice_changer: { endpoint: 'voice-changer/session', unit: 'per_second', kind: 'live' },
} as const satisfies Record<string, FeatureShape>;

/** See {@link features}. */
export interface FeatureShape {
  readonly endpoint: string;
  readonly unit: BillingUnit;
  readonly kind: 'job' | 'live';
}

/** Unit that a price counts. */
export type BillingUnit = 'per_second' | 'per_generation';

/** Name of a feature. */
export type Feature = keyof typeof features;

/** Name of a feature that is submitted as a job. */
export type JobFeature = {
  [F in Feature]: (typeof features)[F]['kind'] extends 'job' ? F : never;
}[Feature];

/** Name of a feature that is a live session. */
export type LiveFeature = Exclude<Feature, JobFeature>;

/** All feature names, in the order of the specification. */
export const featureNames = Object.keys(features).filter(isFeature);

/** Features that are submitted as jobs. */
export const jobFeatureNames = featureNames.filter(isJobFeature);

/** Returns whether a text is the name of a feature. */
function isFeature(name: string): name is Feature {
  return Object.hasOwn(features, name);
}

/** Returns whether a feature is submitted as a job. */
export function isJobFeature(name: Feature): name is JobFeature {
  return features[name].kind === 'job';
}
