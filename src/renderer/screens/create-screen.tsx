import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useApp } from '../app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { useActiveService } from '../shell/use-active-service.ts';
import { ServiceCard } from './service-card.tsx';

/** Where jobs are made. */
export function CreateScreen() {
  const { view } = useApp();
  const { t } = useText();
  const { profile, title } = useActiveService();
  return (
    <>
      <PageHeader title={t('create.title')}>{t('create.intro')}</PageHeader>
      <ServiceCard title={t('create.active')} />
      <EmptyState
        picture="cards"
        title={t('create.empty.title')}
        action={
          <Button tone="primary" onPress={() => view.getState().openSection('service')}>
            {t('action.open_service')}
          </Button>
        }
      >
        {profile.kind === 'embedded'
          ? t('create.empty.local')
          : t('create.empty.remote', { name: title })}
      </EmptyState>
    </>
  );
}
