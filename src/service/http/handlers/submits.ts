import { invariant } from '../../../base/errors.ts';
import { isJobFeature, type JobFeature } from '../../../contract/api/features.ts';
import type { OperationShape, RequestOf } from '../../../contract/api/kit.ts';
import { operationNames, operations, type SubmitName } from '../../../contract/api/operations.ts';
import type { SubmittedJob } from '../../../contract/api/resources/job.ts';
import type { Call, Handlers } from '../call.ts';
import { describeSubmitted } from '../describe-job.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { toInput } from './input.ts';

type SubmitHandlers = Pick<Handlers, SubmitName>;
type SubmitDependencies = Pick<
  HandlerDependencies,
  'core' | 'voices' | 'checkCallbackUrl' | 'checkRequest'
>;

/** Creates one handler for each job feature; they differ in the feature only. */
export function createSubmitHandlers(dependencies: SubmitDependencies): SubmitHandlers {
  const entries = operationNames
    .filter((name) => name.startsWith('submit'))
    .map((name) => [name, createSubmit(dependencies, operations[name])] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of `SubmitName` by their beginning
  return Object.fromEntries(entries) as unknown as SubmitHandlers;
}

function createSubmit(
  { core, voices, checkCallbackUrl, checkRequest }: SubmitDependencies,
  { feature }: OperationShape,
) {
  invariant(feature !== null && isJobFeature(feature), 'A submit names its feature.');
  return async (
    { body, idempotencyKey }: RequestOf<OperationShape>,
    { caller, source }: Call<OperationShape>,
  ): Promise<SubmittedJob> => {
    invariant(body !== null && caller !== null, 'A submit has a body and a caller.');
    const { callback_url: callback, ...rest } = body;
    const callbackUrl = typeof callback === 'string' ? callback : null;
    const { accountId } = caller;
    const request = { accountId, feature, input: toInput(rest), callbackUrl, idempotencyKey };
    // An existing job is answered even if its voice or webhook target has become invalid since.
    const earlier = await core.findSubmitted(request);
    if (earlier !== null) {
      return describeSubmitted(earlier);
    }
    if (callbackUrl !== null) {
      await checkCallbackUrl(callbackUrl);
    }
    await checkSpeech(voices, feature, rest);
    await checkRequest(feature, request.input, core.context.packs.read());
    const { job } = await core.submitJob(request);
    source.submittedJobId = job.id;
    return describeSubmitted(job);
  };
}

/** Checks the voice only when a script is spoken; a conversion of a recording needs none. */
async function checkSpeech(
  voices: HandlerDependencies['voices'],
  feature: JobFeature,
  { script, voice_id: voiceId, language }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof script === 'string') {
    await voices.checkSpeech?.({
      script,
      isCloned: feature === 'voice_clone',
      voiceId: typeof voiceId === 'string' ? voiceId : undefined,
      language: typeof language === 'string' ? language : undefined,
    });
  }
}
