import { History } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useApp } from '../app-context.ts';
import { openProfileForm } from '../commands/commands.ts';
import { useText } from '../i18n/use-text.ts';

/** Where finished and running jobs are found again. */
export function HistoryScreen() {
  const app = useApp();
  const { t } = useText();
  return (
    <>
      <PageHeader title={t('history.title')}>{t('history.intro')}</PageHeader>
      <EmptyState
        icon={History}
        title={t('history.empty.title')}
        action={
          <Button tone="primary" onPress={() => openProfileForm(app)}>
            {t('action.add_service')}
          </Button>
        }
      >
        {t('history.empty.text')}
      </EmptyState>
    </>
  );
}
