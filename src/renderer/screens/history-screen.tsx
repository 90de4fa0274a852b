import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useApp } from '../app-context.ts';
import { useText } from '../i18n/use-text.ts';

/** Where finished and running jobs are found again. */
export function HistoryScreen() {
  const { view } = useApp();
  const { t } = useText();
  return (
    <>
      <PageHeader title={t('history.title')}>{t('history.intro')}</PageHeader>
      <EmptyState
        picture="rows"
        title={t('history.empty.title')}
        action={
          <Button tone="primary" onPress={() => view.getState().goTo('create')}>
            {t('commands.go.create')}
          </Button>
        }
      >
        {t('history.empty.text')}
      </EmptyState>
    </>
  );
}
