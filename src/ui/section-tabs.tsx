import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { Icon, type IconSymbol } from './icon.tsx';
import './section-tabs.css';

/** One section: its entry in the list and its content. */
export interface Section<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly icon: IconSymbol;
  readonly content: ReactNode;
}

/** Sections of a screen, listed at the side; arrow keys move between them. */
export function SectionTabs<T extends string>(props: {
  readonly label: string;
  readonly sections: readonly Section<T>[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
}) {
  const { label, sections, selected, onSelect } = props;
  return (
    <Tabs
      className="ui-sections"
      orientation="vertical"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const section = sections.find((candidate) => candidate.id === key);
        if (section !== undefined) {
          onSelect(section.id);
        }
      }}
    >
      <TabList className="ui-section-list" aria-label={label}>
        {sections.map((section) => (
          <Tab key={section.id} className="ui-section-tab" id={section.id}>
            <Icon of={section.icon} />
            {section.label}
          </Tab>
        ))}
      </TabList>
      {sections.map((section) => (
        <TabPanel key={section.id} className="ui-section-panel" id={section.id}>
          {section.content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
