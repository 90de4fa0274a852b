/** The body of a delivery. Built once, in the transaction that finishes the job, and stored as bytes. */

/** A delivery before it is stored: every attempt sends exactly these bytes. */
export interface DeliveryContent {
  readonly body: Uint8Array;
}

/** Builds the delivery of a finished job from the job resource as the status call returns it. */
export function buildDelivery(job: object): DeliveryContent {
  return { body: new TextEncoder().encode(JSON.stringify(job)) };
}
