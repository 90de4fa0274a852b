import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../../../contract/ipc/persons.ts';
import { Button } from '../../../../ui/button.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PersonThumbnail } from '../../../persons/person-thumbnail.tsx';
import { SectionHead } from '../section-head.tsx';
import type { StorageView } from './use-storage.ts';

/** Persons that are shown at first. */
const fewPersons = 8;

/** All persons with stored data, each with an action to delete it. */
export function StoragePersons(props: {
  readonly storage: StorageView;
  readonly bareConsents: number;
}) {
  const { storage, bareConsents } = props;
  const { t } = useText();
  const [isWhole, setWhole] = useState(false);
  const { persons } = storage;
  const shown = isWhole ? persons : persons.slice(0, fewPersons);
  const more = persons.length - shown.length;
  return (
    <>
      <SectionHead title={t('storage.group.persons')}>
        {t(persons.length === 0 ? 'storage.persons_none' : 'storage.persons_intro')}
      </SectionHead>
      {persons.length + bareConsents === 0 ? null : (
        <Rows>
          {shown.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
          {bareConsents === 0 ? null : (
            <Row
              title={t('storage.consents', { count: bareConsents })}
              hint={t('storage.consents_hint')}
            >
              <Button isPending={storage.isMeasuring} onPress={storage.forgetConsents}>
                {t('storage.consents_forget')}
              </Button>
            </Row>
          )}
        </Rows>
      )}
      {more > 0 ? (
        <div>
          <Button tone="quiet" onPress={() => setWhole(true)}>
            {t('storage.persons_more', { count: more })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const { persons, attempt } = useApp();
  const { t, time } = useText();
  const { id, part, name, agreedAtMs, jobs, characters } = person;
  return (
    <Row
      title={
        <span className="person-head">
          <PersonThumbnail person={person} />
          <span className="person-names">
            <span className="person-name">{name}</span>
            <span className="person-fact">
              {agreedAtMs === null
                ? t(`person.part.${part}`)
                : t(`person.agreed.${part}`, { at: time(agreedAtMs) })}
            </span>
            <span className="person-fact">{t('storage.person_facts', { jobs, characters })}</span>
          </span>
        </span>
      }
    >
      <Button
        icon={UserRoundX}
        label={`${t('person.delete_all')} ${name}`}
        onPress={() => void attempt(() => persons.getState().ask({ kind: 'person', id }))}
      >
        {t('person.delete_all')}
      </Button>
    </Row>
  );
}
