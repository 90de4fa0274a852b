import { features, type JobFeature } from '../features.ts';
import { json, type OperationSpec } from '../kit.ts';
import { submittedSchema } from '../resources/job.ts';

const exampleId = '0197a3c1-0a41-7e85-8c61-5f80bd74e913';

const submittedResult = json(submittedSchema);

/** Fields that all submit operations have in common, to be spread into their definitions. */
export function createSubmit<const F extends JobFeature>(feature: F) {
  return {
    method: 'POST',
    path: `/${features[feature].endpoint}`,
    access: 'jobs:write',
    tag: 'Capabilities',
    feature,
    isIdempotent: true,
    result: submittedResult,
    errors: [
      'insufficient_credits',
      'unsupported_format',
      'input_too_large',
      'capability_unavailable',
      'at_capacity',
    ],
  } as const satisfies Partial<OperationSpec>;
}

/** Reply in the examples of submits. */
export const submittedExample = {
  id: exampleId,
  status: 'queued',
  status_url: `/api/v1/jobs/${exampleId}`,
} as const;
