import { AudioLines } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useApp, useConversion } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';

/** Opens the place where a recording is converted; says how far one is that goes on unseen. */
export function ConvertButton() {
  const { conversion, attempt } = useApp();
  const { t } = useText();
  const percent = useConversion(({ work }) =>
    work.kind === 'running' ? Math.floor(work.fraction * 100) : null,
  );
  return (
    <Button icon={AudioLines} onPress={() => void attempt(() => conversion.getState().open())}>
      {percent === null ? t('convert.title') : t('convert.share', { percent })}
    </Button>
  );
}
