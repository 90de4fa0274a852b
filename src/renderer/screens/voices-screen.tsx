import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useApp } from '../app-context.ts';
import { useText } from '../i18n/use-text.ts';

/** Where voices are heard and kept. */
export function VoicesScreen() {
  const { view } = useApp();
  const { t } = useText();
  return (
    <>
      <PageHeader title={t('voices.title')}>{t('voices.intro')}</PageHeader>
      <EmptyState
        picture="waves"
        title={t('voices.empty.title')}
        action={
          <Button tone="primary" onPress={() => view.getState().openSection('service')}>
            {t('action.open_service')}
          </Button>
        }
      >
        {t('voices.empty.text')}
      </EmptyState>
    </>
  );
}
