import { AppError } from '../../base/errors.ts';
import { type BuiltInFeature, capabilities } from '../../capabilities/definitions.ts';
import type { ApiClient } from '../../client/client.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import { operations } from '../../contract/api/operations.ts';
import type { SubmittedJob } from '../../contract/api/resources/job.ts';

/** What a submit is called with. */
interface SubmitCall {
  readonly body: unknown;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

const find = (feature: JobFeature) => capabilities.find((known) => known.feature === feature);

/** Whether jobs of a feature can be made here. */
export function canSubmit(feature: JobFeature): feature is BuiltInFeature {
  return find(feature) !== undefined;
}

/** Sends a job. Throws `capability_unavailable` for a feature that has no form. */
export async function sendSubmit(
  client: ApiClient,
  { feature, body }: { readonly feature: JobFeature; readonly body: unknown },
  call: Omit<SubmitCall, 'body'>,
): Promise<SubmittedJob> {
  const operation = find(feature)?.operation;
  if (operation === undefined) {
    throw new AppError('capability_unavailable', `Guise has no form for ${feature}.`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body is parsed by the schema of the same operation
  const submit = client[operation] as (whole: SubmitCall) => Promise<SubmittedJob>;
  return submit({ body: operations[operation].body.schema.parse(body), ...call });
}
