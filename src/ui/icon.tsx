import type { LucideIcon } from 'lucide-react';
import './icon.css';

/** A symbol of the one icon set, drawn by {@link Icon}. */
export type IconSymbol = LucideIcon;

/** A symbol in the size of the adjacent text. It is decorative: a word always accompanies it. */
export function Icon({ of: Symbol, size }: { of: IconSymbol; size?: 'small' | 'large' }) {
  return <Symbol className="ui-icon" data-size={size} aria-hidden="true" focusable="false" />;
}
