import { TriangleAlert } from 'lucide-react';
import { AppError } from '../../base/errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Text } from '../i18n/text.ts';
import './shell.css';

/** Shown when there is no page to show: what happened and a way to start it again. */
export function StartFailure(props: { readonly error: unknown; readonly text: Text }) {
  const { error } = props;
  const { t } = props.text;
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
