import type { Handlers } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { createAccountHandlers } from './account.ts';
import { createJobHandlers } from './jobs.ts';
import { createLiveHandlers } from './live.ts';
import { createSubmitHandlers } from './submits.ts';
import { createUploadHandlers } from './uploads.ts';
import { createVoiceHandlers } from './voices.ts';

/** The handler of every operation. */
export function createHandlers(dependencies: HandlerDependencies): Handlers {
  return {
    ...createUploadHandlers(dependencies),
    ...createJobHandlers(dependencies),
    ...createSubmitHandlers(dependencies),
    ...createVoiceHandlers(dependencies),
    ...createAccountHandlers(dependencies),
    ...createLiveHandlers(dependencies),
  };
}
