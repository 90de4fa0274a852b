import { expect, it } from 'vitest';
import { createViewStore, type ViewStoreState } from '../stores/view-store.ts';
import { isContentExchanged } from './use-content-focus.ts';

/** Changes the view of a screen, and returns whether its content was exchanged. */
function change(screen: ViewStoreState['screen'], by: (view: ViewStoreState) => void): boolean {
  const view = createViewStore(null);
  view.setState({ screen, createJobId: 'made', historyJobId: 'found' });
  const before = view.getState();
  by(view.getState());
  return isContentExchanged(view.getState(), before);
}

it('exchanges the content for another screen, and for a job of this one', () => {
  expect(change('live', ({ goTo }) => goTo('voices'))).toBe(true);
  expect(change('create', ({ openJob }) => openJob(null))).toBe(true);
  expect(change('history', ({ openJob }) => openJob('other'))).toBe(true);
  expect(change('history', ({ openJob }) => openJob('found'))).toBe(false);
});

it('leaves the content alone while another screen changes, or a dialog opens', () => {
  const view = createViewStore(null);
  view.setState({ screen: 'settings', createJobId: 'made' });
  const before = view.getState();
  // Another service is chosen in the settings, whose jobs Create shows from then on.
  view.setState({ createJobId: null });
  expect(isContentExchanged(view.getState(), before)).toBe(false);
  expect(change('settings', ({ setOverlay }) => setOverlay('palette'))).toBe(false);
});
