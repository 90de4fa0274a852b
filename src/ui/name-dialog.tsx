import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

/** Asks for a name; Enter gives it too. It cannot be given while `isValid` refuses it. */
export function NameDialog(props: {
  readonly title: string;
  /** Subject of the name, above the field. */
  readonly hint?: string | undefined;
  readonly label: string;
  /** Name of the field. */
  readonly field: string;
  readonly usual: string;
  readonly isValid: (name: string) => boolean;
  /** Rule for names, shown with an invalid one. */
  readonly rule: string;
  readonly saveLabel: string;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { hint, usual, isValid, onName, onClose } = props;
  const [name, setName] = useState(usual);
  const isNamed = isValid(name);
  const save = (): void => {
    if (isNamed) {
      onClose();
      onName(name);
    }
  };
  return (
    <Dialog
      title={props.title}
      closeLabel={props.closeLabel}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{props.cancelLabel}</Button>
          <Button tone="primary" isDisabled={!isNamed} onPress={save}>
            {props.saveLabel}
          </Button>
        </>
      }
    >
      <form
        className="ui-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {hint === undefined ? null : <p>{hint}</p>}
        <TextField
          label={props.label}
          name={props.field}
          value={name}
          error={isNamed ? null : props.rule}
          onChange={setName}
        />
      </form>
    </Dialog>
  );
}
