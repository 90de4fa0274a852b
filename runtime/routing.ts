import { RequestRouter } from './page/request-router.ts';

/** The one router of the browser's requests; it begins to work when the browser has started. */
export const router = new RequestRouter();
