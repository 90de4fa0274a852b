import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import './disclosure.css';
import { Icon } from './icon.tsx';

/** Collapsible content below a heading; closed at first. */
export function Disclosure(props: {
  readonly title: string;
  /** Stands beside the title. */
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <AriaDisclosure className="ui-disclosure">
      <Heading className="ui-disclosure-head" level={2}>
        <Button className="ui-disclosure-button" slot="trigger">
          <Icon of={ChevronDown} size="small" />
          {props.title}
          {props.badge}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="ui-disclosure-body">{props.children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
