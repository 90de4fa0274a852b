import { isTerminalState } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { App } from '../app/app-context.ts';

/** Job that is being created: two screens may request it at once. */
let beginning: Promise<void> | null = null;

/**
 * Creates the sample job unless it exists, only on this computer: it is free and private there. A failed one is
 * repeated only on request.
 */
export function makeSample(app: App, options: { readonly isAgain: boolean }): Promise<void> {
  beginning ??= begin(app, options).finally(() => {
    beginning = null;
  });
  return beginning;
}

async function begin(app: App, { isAgain }: { readonly isAgain: boolean }): Promise<void> {
  const { settings, profiles, bridge } = app;
  const { sampleJobId } = settings.getState().settings.onboarding;
  // The page's own list may not have been read yet.
  const known = (await bridge.call('jobs.list', {})).find(({ id }) => id === sampleJobId);
  const isUsable =
    known !== undefined &&
    (known.state === 'succeeded' || !isTerminalState(known.state) || !isAgain);
  if (isUsable || profiles.getState().list.activeId !== embeddedProfileId) {
    return;
  }
  const { clip, face } = await bridge.call('sample.open', {});
  const job = await bridge.call('jobs.submit', {
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', fileId: clip.id },
      { field: 'face_key', fileId: face.id },
    ],
    options: {},
    holdUsd: 0,
    expectedMs: null,
  });
  await settings.getState().change({
    onboarding: { ...settings.getState().settings.onboarding, sampleJobId: job.id },
  });
}
