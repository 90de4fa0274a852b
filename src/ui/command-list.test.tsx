import { Search } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CommandList } from './command-list.tsx';

const line = { icon: Search, keys: null };

it('says of a line that it can do nothing now, not by its colour alone', () => {
  const markup = renderToStaticMarkup(
    <CommandList
      label="Commands"
      placeholder="Search"
      emptyText="Nothing found"
      countText="2 lines"
      typed=""
      groups={[
        {
          id: 'all',
          label: null,
          lines: [
            { ...line, id: 'start', label: 'Start', isMissing: true },
            { ...line, id: 'stop', label: 'Stop', isMissing: false },
          ],
        },
      ]}
      onType={() => undefined}
      onRun={() => undefined}
    />,
  );
  const [start, stop] = markup.match(/<div[^>]*role="option"[^>]*>/g) ?? [];
  expect(start).toContain('aria-disabled="true"');
  expect(stop).not.toContain('aria-disabled');
});
