import { AudioLines } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useApp, useConversion } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';

/** Opens the conversion of a recording; shows the progress of one in the background. */
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
