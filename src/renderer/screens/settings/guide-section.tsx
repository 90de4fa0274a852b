import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Language } from '../../../contract/languages.ts';
import { useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';
import './guide.css';

type Pages = Awaited<ReturnType<(typeof guides)[Language]>>['pages'];

const guides = {
  en: () => import('virtual:guide/en'),
  de: () => import('virtual:guide/de'),
  es: () => import('virtual:guide/es'),
} satisfies Record<Language, () => Promise<unknown>>;

/** Pages of the guide: their list, or one to read. */
export function GuideSection() {
  const { attempt } = useApp();
  const { t, language } = useText();
  const [pages, setPages] = useState<Pages>([]);
  const [name, setName] = useState<string | null>(null);
  const [lastRead, setLastRead] = useState<string | null>(null);
  const read = (page: string): void => {
    setName(page);
    setLastRead(page);
  };
  useEffect(() => {
    let isCurrent = true;
    void attempt(async () => {
      const guide = await guides[language]();
      if (isCurrent) {
        setPages(guide.pages);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [attempt, language]);
  const at = pages.findIndex((page) => page.name === name);
  const page = pages[at];
  const next = pages[at + 1];
  if (page === undefined) {
    return (
      <>
        <SectionHead title={t('settings.guide')}>{t('guide.intro')}</SectionHead>
        <ol className="guide-pages">
          {pages.map((each) => (
            <li key={each.name}>
              <Button
                ref={each.name === lastRead ? takeFocus : undefined}
                onPress={() => read(each.name)}
              >
                {each.title}
              </Button>
            </li>
          ))}
        </ol>
      </>
    );
  }
  return (
    <>
      <SectionHead
        title={page.title}
        action={
          <Button icon={ArrowLeft} onPress={() => setName(null)}>
            {t('guide.all')}
          </Button>
        }
      />
      <PageText key={page.name} html={page.html} onFollow={read} />
      {next === undefined ? null : (
        <div className="actions">
          <Button icon={ArrowRight} onPress={() => read(next.name)}>
            {next.title}
          </Button>
        </div>
      )}
    </>
  );
}

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** The text of a page. Its links are files of other pages. */
function PageText(props: { readonly html: string; readonly onFollow: (name: string) => void }) {
  const { html, onFollow } = props;
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = text.current;
    // The pressed element is gone: the focus moves to the top of the page.
    shown?.focus({ preventScroll: true });
    shown?.parentElement?.scrollIntoView({ block: 'start' });
  }, []);
  useEffect(() => {
    const shown = text.current;
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const page = link?.getAttribute('href');
      if (typeof page === 'string') {
        event.preventDefault();
        onFollow(page);
      }
    };
    shown?.addEventListener('click', follow);
    return () => shown?.removeEventListener('click', follow);
  }, [onFollow]);
  return (
    <article
      ref={text}
      className="guide-page"
      tabIndex={-1}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
