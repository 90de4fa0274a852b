import { z } from 'zod';

const maxIdentityLength = 128;
const maxMetadataLength = 8 * 1024;

/** Rights of a token inside its room; absent rights are granted, except `hidden` and own metadata. */
const grantsSchema = z.object({
  room: z.string().min(1).max(128),
  roomJoin: z.literal(true),
  canPublish: z.boolean().optional(),
  canSubscribe: z.boolean().optional(),
  canPublishData: z.boolean().optional(),
  /** Sources that may be published, such as `camera`; empty or left out means all. */
  canPublishSources: z.array(z.string().max(32)).max(8).optional(),
  canUpdateOwnMetadata: z.boolean().optional(),
  hidden: z.boolean().optional(),
});

/** Claims of a token that joins a room. */
export const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(maxIdentityLength),
  exp: z.number(),
  nbf: z.number().optional(),
  name: z.string().max(maxIdentityLength).optional(),
  metadata: z.string().max(maxMetadataLength).optional(),
  attributes: z.record(z.string().max(128), z.string().max(1024)).optional(),
  kind: z.string().max(32).optional(),
  video: grantsSchema,
});

/** A token that was checked. */
export type Claims = z.infer<typeof claimsSchema>;
