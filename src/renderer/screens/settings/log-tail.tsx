import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LogLine } from '../../../contract/ipc/diagnostics.ts';
import { Button } from '../../../ui/button.tsx';
import { useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';
import './log-tail.css';

/** The newest lines of the log, as they were when the section opened or was asked to look again. */
export function LogTail({ of }: { readonly of: 'app' | 'service' }) {
  const { bridge, attempt } = useApp();
  const { t } = useText();
  const [lines, setLines] = useState<readonly LogLine[] | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const read = useCallback(async () => {
    const found = await bridge.call('diagnostics.read_log', { of });
    flushSync(() => setLines(found));
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [bridge, of]);
  useEffect(() => void attempt(read), [attempt, read]);
  return (
    <>
      <SectionHead
        title={t(`log.${of}`)}
        action={
          <Button icon={RefreshCw} onPress={() => void attempt(read)}>
            {t('account.refresh')}
          </Button>
        }
      >
        {t('log.hint')}
      </SectionHead>
      <div
        ref={list}
        className="ui-card log-tail"
        role="log"
        aria-label={t(`log.${of}`)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        tabIndex={0}
      >
        {lines?.length === 0 ? <p className="muted">{t('log.empty')}</p> : null}
        {lines?.map(({ time, level, text }, index) => (
          <p key={`${time} ${String(index)}`} data-level={level}>
            <span className="log-time">{time.slice(11, 19)}</span> {text}
          </p>
        ))}
      </div>
    </>
  );
}
