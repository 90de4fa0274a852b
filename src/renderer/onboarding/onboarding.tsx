import { ArrowRight } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { type OnboardingStep, onboardingSteps } from '../../contract/onboarding.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { useDevices, useLive } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { DevicesStep } from './devices-step.tsx';
import './onboarding.css';
import { PrivacyStep } from './privacy-step.tsx';
import { SampleStep } from './sample-step.tsx';
import { SpeedStep } from './speed-step.tsx';
import { useOnboarding } from './use-onboarding.ts';

const steps: Readonly<Record<OnboardingStep, ComponentType>> = {
  devices: DevicesStep,
  speed: SpeedStep,
  privacy: PrivacyStep,
  sample: SampleStep,
};

/** The first run: four short screens that try the real thing, each of which can be skipped. */
export function Onboarding() {
  const { t } = useText();
  const { step, goTo, end } = useOnboarding();
  const at = onboardingSteps.indexOf(step);
  const next = onboardingSteps[at + 1];
  const before = onboardingSteps[at - 1];
  const Step = steps[step];
  useEndOnAir(end);
  // While there is no video, the main action is in its place.
  const isWaiting = useDevices(({ camera }) => camera.stream === null) && step === 'devices';
  return (
    <DialogFrame isOpen width="tour" isSticky onClose={end}>
      <div className="onboarding">
        <header className="onboarding-head">
          <ol className="onboarding-places" aria-label={t('onboarding.steps')}>
            {onboardingSteps.map((name, index) => (
              <li
                key={name}
                data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
                aria-current={index === at ? 'step' : undefined}
              >
                <span className="spoken">{t(`onboarding.${name}.title`)}</span>
              </li>
            ))}
          </ol>
          <Heading slot="title" level={2}>
            {t(`onboarding.${step}.title`)}
          </Heading>
          <p>{t(`onboarding.${step}.intro`)}</p>
        </header>
        <div className="onboarding-body" data-step={step}>
          <Step />
        </div>
        <footer className="onboarding-foot">
          {next === undefined ? null : (
            <Button tone="quiet" onPress={end}>
              {t('onboarding.skip')}
            </Button>
          )}
          <span className="onboarding-gap" />
          {before === undefined ? null : (
            <Button onPress={() => goTo(before)}>{t('onboarding.back')}</Button>
          )}
          <Button
            tone={isWaiting ? undefined : 'primary'}
            icon={ArrowRight}
            onPress={next === undefined ? end : () => goTo(next)}
          >
            {t(next === undefined ? 'onboarding.go' : 'onboarding.next')}
          </Button>
        </footer>
      </div>
    </DialogFrame>
  );
}

/** Closes the first run when the user goes live from anywhere, so that nothing covers the stage. */
function useEndOnAir(end: () => void): void {
  const isOff = useLive(({ phase }) => phase === 'off');
  useEffect(() => {
    if (!isOff) {
      end();
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it ends once, whatever it is called with
  }, [isOff]);
}
