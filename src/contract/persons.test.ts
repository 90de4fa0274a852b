import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fileKeys } from './api/fields.ts';
import { operationNames, operations } from './api/operations.ts';
import { type FileRoles, fileRoles, findPersonPart } from './persons.ts';

/** Fields of the request that name files, found by their schemas. */
function listFileFields(name: (typeof operationNames)[number]): string[] {
  const { body } = operations[name];
  const shape = body.kind === 'json' && body.schema instanceof z.ZodObject ? body.schema.shape : {};
  return Object.entries<z.core.$ZodType>(shape).flatMap(([field, schema]) =>
    isFileNamed(schema) ? [field] : [],
  );
}

function isFileNamed(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return isFileNamed(schema.unwrap());
  }
  return schema instanceof z.ZodArray
    ? isFileNamed(schema.element)
    : fileKeys.get(schema) !== undefined;
}

describe('the roles of files', () => {
  it('are decided for every file of every operation, and for nothing else', () => {
    const found = operationNames.flatMap((name) => {
      const fields = listFileFields(name);
      return fields.length === 0 ? [] : [[name, fields.toSorted()]];
    });
    const decided = Object.entries(fileRoles).map(([name, roles]) => [
      name,
      Object.keys(roles).toSorted(),
    ]);
    expect(Object.fromEntries(decided)).toEqual(Object.fromEntries(found));
  });

  it('do not compile without one', () => {
    // @ts-expect-error: the portrait has no role.
    const missing: FileRoles['submitAvatar'] = { audio_key: 'soundtrack' };
    expect(missing).not.toHaveProperty('image_key');
  });

  it('ask for the person by operation: the same name is a face in one and a scene in another', () => {
    expect(findPersonPart('motion_control', 'image_key')).toBe('face');
    expect(findPersonPart('face_swap_image', 'image_key')).toBeNull();
    expect(findPersonPart('identity_swap', 'voice_sample_key')).toBe('voice');
    expect(findPersonPart('face_swap', 'toString')).toBeNull();
  });
});
