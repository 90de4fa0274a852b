import { AppError } from '../../base/errors.ts';
import { type BuiltInFeature, capabilities } from '../../capabilities/definitions.ts';
import { type CapabilityForm, toForm } from '../../capabilities/form/form.ts';
import { checkRequest, toBody, toHints } from '../../capabilities/form/form-values.ts';
import type { ApiClient } from '../../client/client.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import { operations, type SubmitName } from '../../contract/api/operations.ts';
import type { SubmittedJob } from '../../contract/api/resources/job.ts';
import type { JobHints } from '../../contract/job-hints.ts';
import type { JobOptions } from '../../contract/ipc/jobs.ts';

/** Parameters of a submit. */
interface SubmitCall {
  readonly body: unknown;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

const find = (feature: JobFeature) => capabilities.find((known) => known.feature === feature);

/** Returns whether this version of the app can create jobs of a feature. */
export function canSubmit(feature: JobFeature): feature is BuiltInFeature {
  return find(feature) !== undefined;
}

/** Stored request of a job. */
export interface JobRequest {
  readonly feature: JobFeature;
  readonly options: JobOptions;
  readonly inputs: readonly { readonly field: string; readonly fileKey: string | null }[];
}

/**
 * Checks a job against the request of its feature, before any file is sent. Throws `invalid_input` as the service would, or
 * `capability_unavailable`.
 */
export function checkJob({ feature, options, inputs }: JobRequest): void {
  checkRequest(requireForm(feature).form, options, inputs);
}

/** Converts a request to the hints that are sent beside it; null without any. Throws as {@link checkJob} does. */
export function toRequestHints({ feature, options, inputs }: JobRequest): JobHints | null {
  return toHints(requireForm(feature).form, options, inputs);
}

/** Sends a job. Throws `capability_unavailable` for a feature that has no form. */
export async function sendSubmit(
  client: ApiClient,
  { feature, options, inputs }: JobRequest,
  call: Omit<SubmitCall, 'body'>,
): Promise<SubmittedJob> {
  const { operation, form } = requireForm(feature);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body is parsed by the schema of the same operation
  const submit = client[operation] as (whole: SubmitCall) => Promise<SubmittedJob>;
  const body = operations[operation].body.schema.parse(toBody(form, options, inputs));
  return submit({ body, ...call });
}

function requireForm(feature: JobFeature): {
  readonly operation: SubmitName;
  readonly form: CapabilityForm;
} {
  const definition = find(feature);
  if (definition === undefined) {
    throw new AppError('capability_unavailable', `Guise has no form for ${feature}.`);
  }
  return { operation: definition.operation, form: toForm(definition) };
}
