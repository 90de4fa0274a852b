import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createViewStore } from '../stores/view-store.ts';
import { closeBypassQuestion } from './close-bypass-question.ts';
import type { LiveStore } from './session/live-view.ts';

it('closes the question at the end of the session, and nothing else', () => {
  const view = createViewStore(null);
  const live = createStore(() => ({ phase: 'on' }));
  closeBypassQuestion({ live: live as unknown as LiveStore, view });
  view.getState().setOverlay('bypass');
  live.setState({ phase: 'on' });
  expect(view.getState().overlay).toBe('bypass');
  live.setState({ phase: 'off' });
  expect(view.getState().overlay).toBeNull();

  live.setState({ phase: 'on' });
  view.getState().setOverlay('palette');
  live.setState({ phase: 'off' });
  expect(view.getState().overlay).toBe('palette');
});
