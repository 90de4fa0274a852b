import type { App } from '../app/app-context.ts';

/** Puts waiting files of the watched folder into the form, and reports it. */
export function syncWatch(app: App): void {
  const { watch, attempt } = app;
  let isTaking = false;
  let areMoreWaiting = false;
  const takeUntilNone = async (): Promise<void> => {
    isTaking = true;
    // Files become stable while others are inspected, and no second notification follows.
    while (areMoreWaiting) {
      areMoreWaiting = false;
      await attempt(() => takeAll(app));
    }
    isTaking = false;
  };
  watch.subscribe(({ watched }) => {
    if (watched !== null && watched.waiting > 0) {
      areMoreWaiting = true;
      if (!isTaking) {
        void takeUntilNone();
      }
    }
  });
  void attempt(() => watch.getState().refresh());
}

async function takeAll(app: App): Promise<void> {
  const { watch, draft, view, notify, text } = app;
  const asks = watch.getState().watched?.asks ?? null;
  const files = await watch.getState().take();
  if (files.length === 0) {
    return;
  }
  const { t } = text();
  notify({
    tone: asks === null ? 'good' : 'info',
    title: t('watch.found', { count: files.length }),
    text: asks === null ? undefined : t(`watch.found_${asks}`),
    action: { label: t('watch.show'), run: () => view.getState().goTo('create') },
  });
  // Forms are not part of the initial bundle.
  const { findForm } = await import('../screens/create/find-form.ts');
  for (const [kind, ofKind] of Map.groupBy(files, (file) => file.kind)) {
    const found = findForm(draft.getState().feature, kind);
    if (found !== null) {
      draft.getState().choose(found.feature);
      await draft.getState().addChosen(found.targets, ofKind);
    }
  }
}
