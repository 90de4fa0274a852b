import { useId } from 'react';
import { Input } from 'react-aria-components/Input';
import './field.css';

interface SecretFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  /** Error of the value; null when valid. */
  readonly error: string | null;
  /** Called when something was typed, without the value. */
  readonly onEdit: () => void;
}

/**
 * A secret being typed. Its text lives in the input element alone, never in state or in an attribute:
 * the form reads it when it is sent.
 */
export function SecretField({ label, name, hint, error, onEdit }: SecretFieldProps) {
  const id = useId();
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      <Input
        className="ui-input"
        id={id}
        name={name}
        type="password"
        autoComplete="off"
        spellCheck="false"
        aria-describedby={error === null ? `${id}-hint` : `${id}-hint ${id}-error`}
        aria-invalid={error !== null}
        onInput={onEdit}
      />
      <span className="ui-hint" id={`${id}-hint`}>
        {hint}
      </span>
      {error === null ? null : (
        <span className="ui-field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
