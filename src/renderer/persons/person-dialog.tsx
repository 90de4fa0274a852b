import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import type { PersonData, PersonDeleted } from '../../contract/ipc/persons.ts';
import { useApp, usePersons } from '../app/app-context.ts';
import type { Text } from '../i18n/text.ts';
import { useText } from '../i18n/use-text.ts';
import { ErrorNote } from '../i18n/error-note.tsx';
import { PersonThumbnail } from './person-thumbnail.tsx';
import './persons.css';
import { WaitingList } from './waiting-list.tsx';

/** Asks for confirmation before everything of a person is deleted, and reports what is left. */
export function PersonDialog() {
  const { persons } = useApp();
  const { t } = useText();
  const question = usePersons((state) => state.question);
  if (question.phase === 'closed') {
    return null;
  }
  const { close, remove } = persons.getState();
  const { belongings, phase } = question;
  const count = belongings.persons.length;
  return (
    <Dialog
      title={t(phase === 'done' ? 'person.done.title' : 'person.title', { count })}
      closeLabel={t('action.close')}
      role="alertdialog"
      isOpen
      onClose={close}
      actions={
        phase === 'done' ? (
          <Button tone="primary" onPress={close}>
            {t('action.close')}
          </Button>
        ) : (
          <>
            <Button onPress={close} isDisabled={phase === 'deleting'}>
              {t('action.cancel')}
            </Button>
            <Button tone="danger" isPending={phase === 'deleting'} onPress={() => void remove()}>
              {t(phase === 'deleting' ? 'person.deleting' : 'person.delete')}
            </Button>
          </>
        )
      }
    >
      <div className="person-dialog">
        {phase === 'done' ? (
          <Outcome outcome={question.outcome} />
        ) : (
          <Question belongings={belongings} />
        )}
        {phase !== 'done' && question.error !== null ? <ErrorNote error={question.error} /> : null}
      </div>
    </Dialog>
  );
}

function Question({ belongings }: { readonly belongings: PersonData }) {
  const text = useText();
  const { t, time } = text;
  const lost = belongings.locations.find(({ profileId }) => profileId === null)?.jobs ?? 0;
  return (
    <>
      {belongings.persons.map((person) => (
        <div key={person.id} className="person-head">
          <PersonThumbnail person={person} />
          <span className="person-names">
            <span className="person-name">{person.name}</span>
            <span className="person-fact">
              {person.agreedAtMs === null
                ? t(`person.part.${person.part}`)
                : t(`person.agreed.${person.part}`, { at: time(person.agreedAtMs) })}
            </span>
          </span>
        </div>
      ))}
      {belongings.isOnAir ? <Note tone="warning" title={t('person.on_air')} /> : null}
      <div>
        <p className="person-lead">{t('person.goes')}</p>
        <ul className="person-list">
          {toLines(text, belongings).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {lost > 0 ? (
        <Note tone="warning" title={t('person.lost.title', { count: lost })}>
          {t('person.lost.text')}
        </Note>
      ) : null}
      <p className="person-fact">{t('person.stays')}</p>
    </>
  );
}

/** Data to be deleted, a line each; empty kinds are omitted. */
function toLines({ t }: Text, belongings: PersonData): string[] {
  const { results, captures, characters, recordings, running, setAside, locations } = belongings;
  const counted = (key: Parameters<Text['t']>[0], count: number): string[] =>
    count === 0 ? [] : [t(key, { count })];
  return [
    ...counted('person.goes.results', results),
    ...locations.flatMap(({ profileId, name, jobs }) =>
      profileId === null
        ? []
        : name === null
          ? counted('person.goes.jobs_here', jobs)
          : [t('person.goes.jobs', { count: jobs, place: name })],
    ),
    ...counted('person.goes.running', running),
    ...counted('person.goes.characters', characters),
    ...counted('person.goes.recordings', recordings),
    ...counted('person.goes.captures', captures),
    t('person.goes.uploads'),
    t('person.goes.consent', { count: belongings.persons.length }),
    ...counted('person.goes.set_aside', setAside),
  ];
}

function Outcome({ outcome }: { readonly outcome: PersonDeleted }) {
  const { t } = useText();
  const { waiting, outOfReach } = outcome;
  const isAll = waiting.services.length + waiting.paths.length === 0;
  return (
    <>
      <p>{t(isAll ? 'person.done.all' : 'person.done.here')}</p>
      <WaitingList waiting={waiting} />
      {outOfReach > 0 ? (
        <Note tone="warning" title={t('person.lost.title', { count: outOfReach })}>
          {t('person.lost.text')}
        </Note>
      ) : null}
    </>
  );
}
