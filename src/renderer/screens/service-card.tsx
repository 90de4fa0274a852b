import { Server } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useText } from '../i18n/use-text.ts';
import { ServiceFailure } from '../shell/service-failure.tsx';
import { useActiveService } from '../shell/use-active-service.ts';
import './screens.css';

/** Which service would do the work, in a frame of its own. */
export function ServiceCard({ title }: { readonly title: string }) {
  const { t } = useText();
  const service = useActiveService();
  return (
    <Card
      title={title}
      icon={Server}
      status={<StatusDot tone={service.tone}>{t(service.stateKey)}</StatusDot>}
    >
      <dl className="facts">
        <dt>{t('service.name')}</dt>
        <dd>{service.title}</dd>
        {service.baseUrl === null ? null : (
          <>
            <dt>{t('account.address')}</dt>
            <dd>{service.baseUrl}</dd>
          </>
        )}
      </dl>
      {service.profile.kind === 'embedded' ? <ServiceFailure /> : null}
    </Card>
  );
}
