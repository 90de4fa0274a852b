import type { FormField } from '../../../../capabilities/form/form.ts';
import { useDraft } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import '../create.css';
import { FileList } from './file-list.tsx';
import { findSeveralPeople, findOtherPerson, type SeveralPeople } from './other-people.ts';
import { type ShownForm, toFileTarget } from '../shown-form.ts';

/** Faces for the people of a file beside the one who was chosen; each says who gets it. */
export function OtherFaces(props: {
  readonly form: ShownForm;
  readonly field: Extract<FormField, { readonly control: 'files' }>;
}) {
  const { form, field } = props;
  const people = findSeveralPeople(
    form,
    useDraft((state) => state.slots),
  );
  if (people === null) {
    return null;
  }
  const target = toFileTarget(form.feature, field);
  return (
    <FileList
      target={{ ...target, max: Math.min(target.max, people.others) }}
      feature={form.feature}
      min={0}
      renderUse={(index) => <OtherPerson people={people} index={index} />}
    />
  );
}

function OtherPerson(props: { readonly people: SeveralPeople; readonly index: number }) {
  const { people, index } = props;
  const { t } = useText();
  const person = findOtherPerson(people, index);
  return person === null ? (
    <span className="slot-use">{t('create.other.nobody')}</span>
  ) : (
    <span className="slot-use">
      <img
        className="slot-face"
        src={`data:image/jpeg;base64,${person.picture}`}
        alt=""
        draggable={false}
      />
      {t('create.other.on', { number: person.number, count: people.faces.length })}
    </span>
  );
}
