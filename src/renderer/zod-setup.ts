import * as z from 'zod';

// The content security policy forbids compiled code; without this zod tries it once and the browser
// reports a violation. Has to be evaluated before any schema is made.
z.config({ jitless: true });
