import type { LucideIcon } from 'lucide-react';
import './icon.css';

/** What {@link Icon} draws: a symbol of the one icon set. */
export type IconSymbol = LucideIcon;

/** A symbol in the size of the text beside it. It is decoration: a word always stands with it. */
export function Icon({ of: Symbol, size }: { of: IconSymbol; size?: 'small' | 'large' }) {
  return <Symbol className="ui-icon" data-size={size} aria-hidden="true" focusable="false" />;
}
