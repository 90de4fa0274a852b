import { isFileField, findFieldValue } from '../../../capabilities/form/form-values.ts';
import {
  findJointsField,
  findPeopleField,
  type FormField,
} from '../../../capabilities/form/form.ts';
import type { ServiceOffer } from '../../../contract/ipc/jobs.ts';
import { useApp, useDraft } from '../../app/app-context.ts';
import { type Setting, SettingField } from '../../jobs/form/setting-field.tsx';
import './create.css';
import { FileList } from './files/file-list.tsx';
import { InputSlot } from './files/input-slot.tsx';
import { LanguageField } from './fields/language-field.tsx';
import { OtherFaces } from './files/other-faces.tsx';
import { findLengthField, acceptsOtherFaces, toFileTarget, type ShownForm } from './shown-form.ts';
import { TextPart } from './fields/text-part.tsx';
import { VoiceField } from './fields/voice-field.tsx';

interface SectionProps {
  readonly offer: ServiceOffer;
  readonly form: ShownForm;
  /** Fields of one kind: files side by side, texts, a voice with its language, or settings. */
  readonly fields: readonly FormField[];
  /** Fields of the form that are shown for further pictures; none when absent. */
  readonly additional?: readonly FormField[] | undefined;
}

/** Fields that belong together. */
export function FormSection(props: SectionProps) {
  const parts = props.fields.map((field) => (
    <FieldPart
      key={field.field}
      offer={props.offer}
      form={props.form}
      field={field}
      additional={props.additional ?? []}
    />
  ));
  switch (props.fields[0]?.control) {
    case 'file':
      return <div className="create-inputs">{parts}</div>;
    case 'voice':
    case 'language':
      return <div className="voice-row">{parts}</div>;
    case 'choice':
    case 'switch':
    case 'number':
      return <div className="create-settings">{parts}</div>;
    case 'files':
    case 'person':
    case 'joints':
    case 'text':
    case undefined:
      return parts;
  }
}

/** One field with its control. */
function FieldPart(props: {
  readonly offer: ServiceOffer;
  readonly form: ShownForm;
  readonly field: FormField;
  readonly additional: readonly FormField[];
}) {
  const { field, form, offer, additional } = props;
  const { feature } = form;
  if (isFileField(field)) {
    if (field.control === 'files' && acceptsOtherFaces(field)) {
      return <OtherFaces form={form} field={field} />;
    }
    const target = toFileTarget(feature, field);
    return field.control === 'file' ? (
      <InputSlot
        target={target}
        feature={feature}
        isRequired={field.isRequired}
        length={findLengthField(form, field)}
        choosesPerson={findPeopleField(form) === field.field}
        placesJoints={findJointsField(form) === field.field}
        additional={additional.filter(({ condition }) => condition?.field === field.field)}
      />
    ) : (
      <FileList target={target} feature={feature} min={field.min} />
    );
  }
  switch (field.control) {
    case 'person':
    case 'joints':
      return null;
    case 'text':
      return <TextPart field={field} feature={feature} />;
    case 'voice':
      return <VoiceField field={field.field} feature={feature} isRequired={field.isRequired} />;
    case 'language':
      return <LanguageField field={field.field} feature={feature} />;
    case 'choice':
    case 'switch':
    case 'number':
      return <DraftSetting field={field} form={form} offer={offer} />;
  }
}

function DraftSetting(props: {
  readonly field: Setting;
  readonly form: ShownForm;
  readonly offer: ServiceOffer;
}) {
  const { field, form, offer } = props;
  const { draft } = useApp();
  return (
    <SettingField
      field={field}
      feature={form.feature}
      resolutionsP={offer.resolutionsP}
      value={useDraft((state) => findFieldValue(field, state.settings))}
      onChange={(value) => draft.getState().setSetting(field.field, value)}
    />
  );
}
