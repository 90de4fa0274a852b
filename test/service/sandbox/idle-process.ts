/** Waits to be ended. */
import { openParentChannel } from '../../../src/service/sandbox/parent-channel.ts';

openParentChannel(() => undefined);
