import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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
  const [count, setCount] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines]);
  useEffect(() => {
    let isShown = true;
    void attempt(async () => {
      const read = await bridge.call('diagnostics.read_log', { of });
      if (isShown) {
        setLines(read);
      }
    });
    return () => {
      isShown = false;
    };
  }, [attempt, bridge, of, count]);
  return (
    <>
      <SectionHead
        title={t(`log.${of}`)}
        action={
          <Button icon={RefreshCw} onPress={() => setCount((old) => old + 1)}>
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
