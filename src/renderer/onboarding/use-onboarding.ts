import type { OnboardingChoice, OnboardingStep } from '../../contract/onboarding.ts';
import { useApp, useSettings } from '../app/app-context.ts';

/** Where the user is in the first run, and what changes that; kept at once, so that the next start goes on there. */
export function useOnboarding(): {
  readonly step: OnboardingStep;
  readonly onboarding: OnboardingChoice;
  readonly change: (patch: Partial<OnboardingChoice>) => void;
  readonly goTo: (step: OnboardingStep) => void;
  /** It is over, be it finished or skipped: what is seen from now on is the live screen. */
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
