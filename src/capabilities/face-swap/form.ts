import { toForm } from '../form.ts';
import { faceSwap } from './definition.ts';

/** What is asked for. */
export const faceSwapForm = toForm(faceSwap);
