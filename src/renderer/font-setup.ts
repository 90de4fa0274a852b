// A font is loaded when a text first needs it: the first view would be laid out with a system font, and then
// again. Requested before the other modules are evaluated, it is ready in time.
void document.fonts.load('1em "Inter Variable"');
