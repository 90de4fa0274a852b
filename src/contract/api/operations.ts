import type { OperationShape } from './kit.ts';
import {
  listUsage,
  readAccount,
  readBalance,
  readPricing,
  summarizeUsage,
} from './operations/account.ts';
import { beginDirectUpload, completeDirectUpload } from './operations/direct-uploads.ts';
import { submitReimagineImage, submitReimagineVideo } from './operations/edit.ts';
import { advanceIdentitySwap, submitIdentitySwap } from './operations/identity.ts';
import { cancelJob, deleteJob, listJobs, readJob } from './operations/jobs.ts';
import { openSwapSession, openVoiceChangerSession } from './operations/live.ts';
import { submitMotionControl } from './operations/motion.ts';
import { submitFaceSwap, submitFaceSwapImage } from './operations/swap.ts';
import { submitAvatar, submitLipSync } from './operations/talk.ts';
import { deleteUpload, uploadFile } from './operations/uploads.ts';
import {
  listVoiceChangerVoices,
  listVoices,
  readVoiceSample,
  submitTextToSpeech,
  submitVoiceClone,
} from './operations/voices.ts';

/**
 * Complete list of the REST API's operations. The routes of the service, the client, the OpenAPI document and
 * the contract tests are derived from it.
 */
export const operations = {
  uploadFile,
  deleteUpload,
  beginDirectUpload,
  completeDirectUpload,
  readJob,
  listJobs,
  cancelJob,
  deleteJob,
  submitAvatar,
  submitFaceSwap,
  submitFaceSwapImage,
  submitLipSync,
  submitReimagineImage,
  submitReimagineVideo,
  submitIdentitySwap,
  advanceIdentitySwap,
  submitMotionControl,
  submitVoiceClone,
  submitTextToSpeech,
  listVoices,
  listVoiceChangerVoices,
  readVoiceSample,
  readPricing,
  readAccount,
  readBalance,
  listUsage,
  summarizeUsage,
  openSwapSession,
  openVoiceChangerSession,
} as const satisfies Record<string, OperationShape>;

/** See {@link operations}. */
export type Operations = typeof operations;

/** Name of an operation; also its `operationId` in the document. */
export type OperationName = keyof Operations;

/** All names, in the order of the list. */
export const operationNames = Object.keys(operations).filter(isOperationName);

/** Returns whether a text names an operation. */
function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

/** The submit of each feature that is a job. */
export type SubmitName = {
  [N in OperationName]: N extends `submit${string}` ? N : never;
}[OperationName];
