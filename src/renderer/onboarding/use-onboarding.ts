import type { OnboardingChoice, OnboardingStep } from '../../contract/onboarding.ts';
import { useApp, useSettings } from '../app/app-context.ts';

/**
 * Progress of the first run, and functions to change it; stored immediately, so that the next start continues
 * there.
 */
export function useOnboarding(): {
  readonly step: OnboardingStep;
  readonly onboarding: OnboardingChoice;
  readonly change: (patch: Partial<OnboardingChoice>) => void;
  readonly goTo: (step: OnboardingStep) => void;
  /** Ends the first run, finished or skipped: the live screen is shown from now on. */
  readonly end: () => void;
} {
  const { settings, view, attempt } = useApp();
  const onboarding = useSettings((state) => state.settings.onboarding);
  const change = (patch: Partial<OnboardingChoice>): void => {
    void attempt(() =>
      settings.getState().change({
        onboarding: { ...settings.getState().settings.onboarding, ...patch },
      }),
    );
  };
  return {
    step: onboarding.step,
    onboarding,
    change,
    goTo: (step) => change({ step }),
    end: () => {
      change({ isOver: true, step: 'devices' });
      view.getState().goTo('live');
    },
  };
}
