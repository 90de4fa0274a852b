import {
  checkSteps,
  type CheckStep,
  type Profile,
  toCheckStep,
} from '../../../../contract/profiles.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { useProfiles } from '../../../app/app-context.ts';
import type { TextKey } from '../../../i18n/en/catalogue.ts';
import { useText } from '../../../i18n/use-text.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import './check-result.css';

/** Result of the last check of a service: the account, or the failed step and its remedy. */
export function CheckResult({ profile }: { readonly profile: Profile }) {
  const text = useText();
  const { t, money } = text;
  const check = useProfiles((state) => state.checks[profile.id] ?? null);
  if (check?.state === 'connected') {
    const { rateTier, balanceUsd, durationMs } = check.account;
    return (
      <output className="check-result">
        <StatusDot tone="good">{t('service.check_ok', { name: profile.name })}</StatusDot>
        <span>
          {t('service.check_ok_text', {
            tier: rateTier,
            amount: money(balanceUsd),
            duration: Math.round(durationMs),
          })}
        </span>
      </output>
    );
  }
  if (check?.state !== 'failed') {
    return null;
  }
  const { title, advice } = describeError(text, check.error);
  const failed = toCheckStep(check.error.details?.['step']);
  return (
    <output className="check-result">
      <span className="alert">{title}</span>
      {failed === null ? null : <Steps failed={failed} isSecure={isSecure(profile)} />}
      <span>{failed === null ? advice : t(`service.failed.${failed}`)}</span>
    </output>
  );
}

function isSecure({ baseUrl }: Profile): boolean {
  return baseUrl?.startsWith('https:') ?? false;
}

/** All steps before the failed one are fine, those after it were not reached. */
function Steps(props: { readonly failed: CheckStep; readonly isSecure: boolean }) {
  const { t } = useText();
  const steps = checkSteps.filter((step) => step !== 'tls' || props.isSecure);
  const at = steps.indexOf(props.failed);
  return (
    <ol className="check-steps">
      {steps.map((step, index) => {
        const { tone, key } = toState(index - at);
        return (
          <li key={step} title={t(key)}>
            <StatusDot tone={tone}>{t(`service.step.${step}`)}</StatusDot>
            <span className="check-step-state">{t(key)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function toState(distance: number): {
  readonly tone: 'good' | 'danger' | 'idle';
  readonly key: TextKey;
} {
  if (distance < 0) {
    return { tone: 'good', key: 'service.step.passed' };
  }
  return distance === 0
    ? { tone: 'danger', key: 'service.step.failed' }
    : { tone: 'idle', key: 'service.step.skipped' };
}
