import type * as z from 'zod';
import type { FileKeySchema } from './api/fields.ts';
import type { JobFeature } from './api/features.ts';
import type { HintName, jobHintsSchema } from './job-hints.ts';
import {
  type OperationName,
  type Operations,
  operationNames,
  operations,
} from './api/operations.ts';

/** Part of a person that a file contains. */
export type PersonPart = 'face' | 'voice';

/**
 * Role of a field's file. `face` and `voice`: a person who is shown or heard in the result, and has to consent.
 * `scene`: the media that is edited or drives the motion. `soundtrack`: played unchanged.
 */
export type PersonRole = PersonPart | 'scene' | 'soundtrack';

type IsFileKey<S> = S extends FileKeySchema
  ? true
  : S extends z.ZodOptional<infer I> | z.ZodArray<infer I>
    ? IsFileKey<I>
    : false;

type BodyShape<N extends OperationName> = Operations[N] extends {
  readonly body: { readonly schema: z.ZodObject<infer Shape> };
}
  ? Shape
  : object;

/** Fields of the request of an operation that name files. */
type FileField<N extends OperationName> = {
  [F in keyof BodyShape<N>]: IsFileKey<BodyShape<N>[F]> extends true ? F : never;
}[keyof BodyShape<N>];

/** Operations whose requests name files. */
type FileOperation = {
  [N in OperationName]: [FileField<N>] extends [never] ? never : N;
}[OperationName];

/** Hints that name files. */
type FileHint = {
  [H in HintName]-?: IsFileKey<(typeof jobHintsSchema)['shape'][H]> extends true ? H : never;
}[HintName];

/** A role for every field of every request that names a file, and for nothing else. */
export type FileRoles = {
  readonly [N in FileOperation]: Readonly<Record<FileField<N>, PersonRole>>;
};

/** Complete list of the roles of file fields: a new file field without a role is a compile error. */
export const fileRoles = {
  submitAvatar: { image_key: 'face', audio_key: 'soundtrack' },
  submitFaceSwap: { video_key: 'scene', face_key: 'face' },
  submitFaceSwapImage: { image_key: 'scene', face_key: 'face' },
  submitLipSync: { video_key: 'face', audio_key: 'soundtrack' },
  submitReimagineImage: { image_keys: 'scene' },
  submitReimagineVideo: { video_key: 'scene' },
  submitIdentitySwap: {
    video_key: 'scene',
    character_key: 'face',
    audio_key: 'soundtrack',
    voice_sample_key: 'voice',
  },
  advanceIdentitySwap: { character_key: 'face' },
  submitMotionControl: { image_key: 'face', video_key: 'scene' },
  submitVoiceClone: { voice_sample_key: 'voice' },
} as const satisfies FileRoles;

/** Roles of files that hints of a job name; see {@link fileRoles}. */
const hintRoles = {
  other_face_keys: 'face',
  side_key: 'face',
  back_key: 'face',
} as const satisfies {
  readonly [H in FileHint]: PersonRole;
};

const rolesByFeature: ReadonlyMap<string, ReadonlyMap<string, PersonRole>> = new Map(
  operationNames.flatMap((name) => {
    const operation = operations[name];
    const roles: Readonly<Record<string, PersonRole>> = isFileOperation(name)
      ? fileRoles[name]
      : {};
    return operation.feature !== null && name.startsWith('submit')
      ? [[operation.feature, new Map(Object.entries(roles))] as const]
      : [];
  }),
);

const hintRolesByField: ReadonlyMap<string, PersonRole> = new Map(Object.entries(hintRoles));

function isFileOperation(name: OperationName): name is FileOperation {
  return Object.hasOwn(fileRoles, name);
}

/** Role of the file in a field of a job; null when the field is not a file. */
export function findRole(feature: JobFeature, field: string): PersonRole | null {
  return rolesByFeature.get(feature)?.get(field) ?? hintRolesByField.get(field) ?? null;
}

/**
 * Part of a person in the file of a field, for which the user has to confirm the person's consent; null for
 * other fields.
 */
export function findPersonPart(feature: JobFeature, field: string): PersonPart | null {
  const role = findRole(feature, field);
  return role === 'face' || role === 'voice' ? role : null;
}
