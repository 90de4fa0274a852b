/** Style of the docs page: follows the colour scheme of the system. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfbfa, #16171a);
  --panel: light-dark(#f1f1ee, #1f2125);
  --ink: light-dark(#1d1f23, #e6e6e3);
  --soft: light-dark(#5b5f66, #a3a7ae);
  --line: light-dark(#dcdcd7, #33363c);
  --accent: light-dark(#0b62c4, #7db4ff);
  --post: light-dark(#8a4b00, #ffb661);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr);
  background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem;
  border-right: 1px solid var(--line); font-size: 0.875rem;
}
nav h2 { margin: 1.1rem 0 0.2rem; font-size: 0.875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 0.12rem 0; color: var(--soft); }
nav .home { font-weight: 650; }
a { color: var(--accent); text-decoration: none; }
nav a { color: var(--ink); }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem) 6rem; max-width: 62rem; }
h1 { margin: 0 0 1rem; font-size: 1.9rem; line-height: 1.2; }
main > section > h2 { margin: 3rem 0 0.5rem; font-size: 1.4rem; }
h3 { margin: 0 0 0.25rem; font-size: 1.1rem; }
h4 { margin: 1.2rem 0 0.4rem; font-size: 0.9rem; }
small { color: var(--soft); font-weight: 400; }
article { margin: 1rem 0; padding: 1.25rem 0; border-top: 1px solid var(--line); }
.route { margin: 0 0 0.5rem; }
.route em { margin-left: 0.75rem; color: var(--soft); font-style: normal; font-size: 0.875rem; }
.get { color: var(--accent); }
.post { color: var(--post); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.8rem 1rem; border-radius: 6px; background: var(--panel); }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
td p { margin: 0; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line);
  text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; white-space: nowrap; }
.fields { table-layout: fixed; }
.fields th:nth-child(1) { width: 28%; }
.fields th:nth-child(2) { width: 26%; }
.fields th:nth-child(3) { width: 5.5rem; }
.errors { margin: 0; padding: 0; list-style: none; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
}
@media print { nav { display: none; } body { display: block; } }
`;
