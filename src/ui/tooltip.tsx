import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip } from 'react-aria-components/Tooltip';
import './tooltip.css';

/** A short explanation on hover and focus; it never holds what cannot be read elsewhere. */
export function Tooltip({ children }: { readonly children: ReactNode }) {
  return <AriaTooltip className="ui-tooltip">{children}</AriaTooltip>;
}
