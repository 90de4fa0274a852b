import { type Language, matchLanguage } from '../../contract/languages.ts';

/** Path of the page that is shown when the interface cannot be kept running. */
export const failedPagePath = '/failed';

const texts = {
  en: {
    title: 'The window stopped working',
    text: 'The interface of Guise ended several times within a minute, so it was not started again. Your settings and profiles are safe.',
    retry: 'Start it again',
  },
  de: {
    title: 'Das Fenster funktioniert nicht mehr',
    text: 'Die Oberfläche von Guise ist innerhalb einer Minute mehrmals abgestürzt und wurde deshalb nicht neu gestartet. Einstellungen und Profile sind sicher.',
    retry: 'Neu starten',
  },
  es: {
    title: 'La ventana ha dejado de funcionar',
    text: 'La interfaz de Guise se ha cerrado varias veces en un minuto, así que no se ha vuelto a abrir. Tus ajustes y perfiles están a salvo.',
    retry: 'Volver a abrirla',
  },
} as const satisfies Record<Language, Readonly<Record<'title' | 'text' | 'retry', string>>>;

/**
 * A page without any script, so that it works when the real one does not. The language comes from the
 * query (`?language=de`); everything else in the address is ignored.
 */
export function renderFailedPage(options: {
  readonly nonce: string;
  readonly indexUrl: string;
  readonly url: string;
}): string {
  const language = matchLanguage([new URL(options.url).searchParams.get('language') ?? '']);
  const { title, text, retry } = texts[language];
  // Inside the bundle the address has to stay relative, see OwnOrigin.
  const href = options.indexUrl.startsWith('http') ? options.indexUrl : 'index.html';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>Guise</title>
<style nonce="${options.nonce}">
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 100vh; margin: 0; }
main { max-width: 32rem; padding: 2rem; }
h1 { font-size: 20px; }
</style>
</head>
<body>
<main data-screen="failed">
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${href}">${retry}</a></p>
</main>
</body>
</html>
`;
}
