/** Style sheets and fonts are imported for their effect and handled by the bundler. */
declare module '*.css';
declare module '@fontsource-variable/inter';
