import type { Handlers } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { createAccountHandlers } from './account.ts';
import { createJobHandlers } from './jobs.ts';
import { createLiveHandlers } from './live.ts';
import { createSubmitHandlers } from './submits.ts';
import { createUploadHandlers } from './uploads.ts';
import { createVoiceHandlers } from './voices.ts';

/** The handler of every operation. */
export function createHandlers(parts: HandlerDependencies): Handlers {
  return {
    ...createUploadHandlers(parts),
    ...createJobHandlers(parts),
    ...createSubmitHandlers(parts),
    ...createVoiceHandlers(parts),
    ...createAccountHandlers(parts),
    ...createLiveHandlers(parts),
  };
}
