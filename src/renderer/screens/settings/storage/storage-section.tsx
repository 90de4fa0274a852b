import type { ReactNode } from 'react';
import { BookOpen, FolderOpen, RefreshCw, RotateCw } from 'lucide-react';
import type { StorageKind } from '../../../../contract/ipc/storage.ts';
import { Button } from '../../../../ui/button.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { useApp } from '../../../app/app-context.ts';
import { revealFolder } from '../../../commands/app-actions.ts';
import type { TextKey } from '../../../i18n/en/catalogue.ts';
import { useText } from '../../../i18n/use-text.ts';
import { formatSize } from '../../../jobs/job-words.ts';
import { WaitingList } from '../../../persons/waiting-list.tsx';
import { SectionHead } from '../section-head.tsx';
import { StorageKindRow } from './storage-kind-row.tsx';
import { StoragePersons } from './storage-persons.tsx';
import { type StorageView, useStorage } from './use-storage.ts';

/** Kinds by owner; files that were set aside have a group of their own. */
const groups = [
  {
    title: 'storage.group.yours',
    kinds: ['results', 'captures', 'characters', 'recordings', 'thumbnails'],
  },
  { title: 'storage.group.service', kinds: ['uploads', 'outputs', 'database', 'backups'] },
  {
    title: 'storage.group.guise',
    kinds: ['models', 'compiled', 'logs', 'listened', 'lists', 'window'],
  },
] as const satisfies readonly {
  readonly title: TextKey;
  readonly kinds: readonly StorageKind[];
}[];

/** Stored content by location, its size, and its deletion. */
export function StorageSection() {
  const { bridge, about, attempt } = useApp();
  const app = useApp();
  const text = useText();
  const { t } = text;
  const storage = useStorage();
  const { survey, isMeasuring } = storage;
  const openGuide = async (): Promise<void> => {
    await bridge.call('storage.open_guide', {});
  };
  return (
    <>
      <SectionHead
        title={t('settings.storage')}
        action={
          <Button icon={RefreshCw} isPending={isMeasuring} onPress={storage.measure}>
            {t('storage.measure')}
          </Button>
        }
      >
        {survey === null
          ? t('storage.measuring')
          : t('storage.intro', { size: formatSize(text, survey.totalBytes) })}
      </SectionHead>
      <Rows>
        <Row title={<span className="mono">{about.paths.data}</span>}>
          <Button icon={FolderOpen} onPress={() => void attempt(() => revealFolder(app, 'data'))}>
            {t('action.open_folder')}
          </Button>
        </Row>
        <Row title={t('storage.guide')} hint={t('storage.guide_hint')}>
          <Button icon={BookOpen} onPress={() => void attempt(openGuide)}>
            {t('storage.guide_open')}
          </Button>
        </Row>
      </Rows>
      {survey === null ? null : <Measured storage={storage} survey={survey} />}
    </>
  );
}

function Measured(props: {
  readonly storage: StorageView;
  readonly survey: NonNullable<StorageView['survey']>;
}) {
  const { storage, survey } = props;
  const { t } = useText();
  const { waiting, entries } = survey;
  const find = (kind: StorageKind) => entries.filter((entry) => entry.kind === kind);
  const setAside = find('set_aside').filter(({ count }) => count !== 0);
  const isWaiting = waiting.services.length + waiting.paths.length > 0;
  return (
    <>
      {isWaiting ? (
        <>
          <SectionHead
            title={t('waiting.title')}
            action={
              <Button
                icon={RotateCw}
                isPending={storage.isMeasuring}
                onPress={storage.retryDeletions}
              >
                {t('waiting.retry')}
              </Button>
            }
          />
          <WaitingList waiting={waiting} />
        </>
      ) : null}
      <StoragePersons storage={storage} bareConsents={survey.bareConsents} />
      {setAside.length === 0 ? null : (
        <StorageGroup title={t('storage.group.set_aside')}>
          {setAside.map((entry) => (
            <StorageKindRow key={entry.kind} entry={entry} onClear={storage.clear} />
          ))}
        </StorageGroup>
      )}
      {groups.map(({ title, kinds }) => (
        <StorageGroup key={title} title={t(title)}>
          {kinds.flatMap(find).map((entry) => (
            <StorageKindRow key={entry.kind} entry={entry} onClear={storage.clear} />
          ))}
        </StorageGroup>
      ))}
    </>
  );
}

function StorageGroup(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <SectionHead title={props.title} />
      <Rows>{props.children}</Rows>
    </>
  );
}
