// A font is made ready when a text first needs it: the first picture would be laid out with another one, which the browser
// asks the system for, and then once more. Asked for before the rest is evaluated, it is there by then.
void document.fonts.load('1em "Inter Variable"');
