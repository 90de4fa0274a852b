import { useStore } from 'zustand';
import { useApp } from '../app/app-context.ts';
import type { ChangerView } from './changer-view.ts';

/** A part of the voice changer, drawn again when it changes. */
export function useChanger<T>(select: (state: ChangerView) => T): T {
  return useStore(useApp().changer, select);
}
