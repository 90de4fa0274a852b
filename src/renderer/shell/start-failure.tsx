import { TriangleAlert } from 'lucide-react';
import { AppError } from '../../base/errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useText } from '../i18n/use-text.ts';
import './shell.css';

/** Shown when main did not answer what the page starts with: what happened and a way to try again. */
export function StartFailure({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const code = error instanceof AppError ? error.code : 'internal_error';
  return (
    <main className="start-failure">
      <EmptyState
        picture={TriangleAlert}
        title={t(`error.${code}.title`)}
        action={
          <Button tone="primary" onPress={() => location.reload()}>
            {t('action.reload')}
          </Button>
        }
      >
        {t(`error.${code}.advice`)}
      </EmptyState>
    </main>
  );
}
