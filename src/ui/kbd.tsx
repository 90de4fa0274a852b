import './kbd.css';

/** A key combination, one cap per key. */
export function Kbd({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="ui-keys">
      {keys.map((key) => (
        <kbd key={key} className="ui-kbd">
          {key}
        </kbd>
      ))}
    </span>
  );
}
