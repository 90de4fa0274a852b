import { toForm } from '../form.ts';
import { faceSwapImage } from './definition.ts';

/** What is asked for. */
export const faceSwapImageForm = toForm(faceSwapImage);
