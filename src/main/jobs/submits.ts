import { AppError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import { operations } from '../../contract/api/operations.ts';
import type { SubmittedJob } from '../../contract/api/resources/job.ts';

/** What goes along with every submit. */
interface SubmitCall {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

type Submit = (client: ApiClient, body: unknown, call: SubmitCall) => Promise<SubmittedJob>;

/** The capabilities the app has a form for; another one is a line here and a form in the page. */
const submits: Partial<Record<JobFeature, Submit>> = {
  face_swap: (client, body, call) =>
    client.submitFaceSwap({ body: operations.submitFaceSwap.body.schema.parse(body), ...call }),
  face_swap_image: (client, body, call) =>
    client.submitFaceSwapImage({
      body: operations.submitFaceSwapImage.body.schema.parse(body),
      ...call,
    }),
};

/** Whether jobs of a feature can be made here. */
export function canSubmit(feature: JobFeature): boolean {
  return submits[feature] !== undefined;
}

/** Sends a job. Throws `capability_unavailable` for a feature that has no form. */
export async function submitJob(
  client: ApiClient,
  { feature, body }: { readonly feature: JobFeature; readonly body: unknown },
  call: SubmitCall,
): Promise<SubmittedJob> {
  const submit = submits[feature];
  if (submit === undefined) {
    throw new AppError('capability_unavailable', `Guise has no form for ${feature}.`);
  }
  return submit(client, body, call);
}
