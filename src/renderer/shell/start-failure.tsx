import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Text } from '../i18n/text.ts';
import { describeThrown } from '../i18n/describe-error.ts';
import './shell.css';

/** Shown when there is no page to show: what happened and a way to start it again. */
export function StartFailure(props: { readonly error: unknown; readonly text: Text }) {
  const { t } = props.text;
  const { title, advice } = describeThrown(props.text, props.error);
  return (
    <main className="start-failure">
      <EmptyState
        illustration={TriangleAlert}
        title={title}
        action={
          <Button tone="primary" onPress={() => location.reload()}>
            {t('action.reload')}
          </Button>
        }
      >
        {advice}
      </EmptyState>
    </main>
  );
}
