import { AppError } from '../../base/errors.ts';
import type { BuiltInFeature } from '../../capabilities/definitions.ts';
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

/** The submit of each capability. */
const submits: Readonly<Record<BuiltInFeature, Submit>> = {
  face_swap: (client, body, call) =>
    client.submitFaceSwap({ body: operations.submitFaceSwap.body.schema.parse(body), ...call }),
  face_swap_image: (client, body, call) =>
    client.submitFaceSwapImage({
      body: operations.submitFaceSwapImage.body.schema.parse(body),
      ...call,
    }),
  text_to_speech: (client, body, call) =>
    client.submitTextToSpeech({
      body: operations.submitTextToSpeech.body.schema.parse(body),
      ...call,
    }),
  voice_clone: (client, body, call) =>
    client.submitVoiceClone({ body: operations.submitVoiceClone.body.schema.parse(body), ...call }),
};

/** Whether jobs of a feature can be made here. */
export function canSubmit(feature: JobFeature): feature is BuiltInFeature {
  return Object.hasOwn(submits, feature);
}

/** Sends a job. Throws `capability_unavailable` for a feature that has no form. */
export async function sendSubmit(
  client: ApiClient,
  { feature, body }: { readonly feature: JobFeature; readonly body: unknown },
  call: SubmitCall,
): Promise<SubmittedJob> {
  if (!canSubmit(feature)) {
    throw new AppError('capability_unavailable', `Guise has no form for ${feature}.`);
  }
  return submits[feature](client, body, call);
}
