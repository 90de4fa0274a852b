import { embeddedProfileId } from '../../contract/profiles.ts';
import type { App } from '../app/app-context.ts';

/** A job that is being begun: two screens may ask for it at once. */
let beginning: Promise<void> | null = null;

/** Whether the sample can be made now: only on this computer, where it costs nothing and goes nowhere. */
export function canMakeSample(app: Pick<App, 'profiles'>): boolean {
  return app.profiles.getState().list.activeId === embeddedProfileId;
}

/** Has the sample made unless it is there, or being made, already. */
export function makeSample(app: App): Promise<void> {
  beginning ??= begin(app).finally(() => {
    beginning = null;
  });
  return beginning;
}

async function begin(app: App): Promise<void> {
  const { settings, jobs, bridge } = app;
  const { sampleJobId } = settings.getState().settings.onboarding;
  const known = jobs.getState().jobs.find(({ id }) => id === sampleJobId);
  const isUsable = known !== undefined && known.state !== 'failed' && known.state !== 'canceled';
  if (isUsable || !canMakeSample(app)) {
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
