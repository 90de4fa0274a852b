import './zod-setup.ts';
import './font-setup.ts';
import '../ui/base.css';
import '../ui/styles.ts';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { AppContext } from './app/app-context.ts';
import { bridge } from './app/bridge.ts';
import { findCatalogue, loadAllCatalogues } from './i18n/catalogues.ts';
import { createText, resolveLanguage } from './i18n/text.ts';
import { Shell } from './shell.tsx';
import { StartFailure } from './shell/start-failure.tsx';
import { startPage } from './start.ts';
import { wire } from './wiring/wiring.ts';

/** Fetches what opens on demand, so that it opens without a wait. */
async function loadLater(): Promise<void> {
  await import('./screens/create/create-screen.tsx');
  await import('./screens/voices/voices-screen.tsx');
  await import('./screens/history/history-screen.tsx');
  await import('./screens/account/account-screen.tsx');
  await import('./screens/settings/settings-screen.tsx');
  await import('./shell/palette.tsx');
  await import('./shell/shortcut-map.tsx');
  await import('./shell/close-question.tsx');
  await import('./screens/live/bypass-question.tsx');
  await import('./screens/live/stage/metrics-strip.tsx');
  await import('./screens/live/tiles/device-picker.tsx');
  await loadAllCatalogues();
}

/** Reads the initial state from main and renders the page. */
async function openPage(container: Element): Promise<void> {
  const root = createRoot(container);
  try {
    const app = await startPage(bridge, window);
    let isWired = false;
    // Its twenty calls to main, and their replies, would delay the first view.
    const wireOnce = (): void => {
      if (!isWired) {
        isWired = true;
        wire(app);
      }
    };
    root.render(
      <ErrorBoundary renderFallback={() => <StartFailure error={null} text={app.text()} />}>
        <AppContext value={app}>
          <Shell onDrawn={wireOnce} />
        </AppContext>
      </ErrorBoundary>,
    );
    requestIdleCallback(() => void loadLater());
  } catch (error) {
    reportError(error);
    // Loading the texts was the first step; when it also failed, the message is in English.
    const language = resolveLanguage('system', navigator.languages);
    const text = createText(findCatalogue(language) === null ? 'en' : language);
    root.render(<StartFailure error={error} text={text} />);
  }
}

const container = document.querySelector('#app');
if (container !== null) {
  // No top-level await: text modules import the chunk of this file, and run only when it has finished.
  void openPage(container);
}
