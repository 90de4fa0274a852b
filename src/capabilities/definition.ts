import type { JobFeature } from '../contract/api/features.ts';
import type { SubmitName } from '../contract/api/operations.ts';

/** What a capability is, for whoever offers or does it. Its limits are those of its operation. */
export interface CapabilityDefinition {
  readonly feature: JobFeature;
  /** The operation that submits it. */
  readonly operation: SubmitName;
  readonly result: 'image' | 'audio' | 'video';
}
