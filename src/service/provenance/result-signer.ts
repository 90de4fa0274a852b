import type { FileHandle } from 'node:fs/promises';
import type { JobFeature } from '../../contract/api/features.ts';
import type { ResultSignature } from '../../contract/job-details.ts';
import { readProgramVersion } from '../sandbox/program-version.ts';
import { digitalSources } from './digital-source.ts';
import { isSignable, signFile } from './sign-file.ts';
import { openSigningIdentity, type SigningIdentity } from './signing-identity.ts';

/** A result that is about to be stored. */
export interface UnsignedResult {
  readonly handle: FileHandle;
  readonly mime: string;
  readonly feature: JobFeature;
}

/** Bytes of a result in stored form, and whether they are signed. */
export interface SignedResult {
  /** Null: unchanged. */
  readonly bytes: AsyncIterable<Uint8Array> | null;
  readonly signature: ResultSignature;
}

/** Dependencies of a signer. */
export interface ResultSignerOptions {
  /** Data folder, which holds the identity. */
  readonly folder: string;
  readonly masterKey: Uint8Array;
  /** True when the signer is on at first. */
  readonly isOn: boolean;
  /** Receives the reason why a result could not be signed. */
  readonly onTrouble: (message: string, error: unknown) => void;
}

/**
 * Signs results in the name of this installation, as specified by C2PA: other programs can verify that Guise
 * made a file, with which capability, and whether its bytes were changed since. It proves nothing about the
 * user. An unsignable result is stored unchanged.
 */
export class ResultSigner {
  readonly #options: ResultSignerOptions;
  #isOn: boolean;
  #identity: Promise<SigningIdentity> | null = null;
  #version: string | null = null;

  constructor(options: ResultSignerOptions) {
    this.#options = options;
    this.#isOn = options.isOn;
  }

  /** Applies to results that are stored from now on. */
  set(isOn: boolean): void {
    this.#isOn = isOn;
  }

  /** Never rejects before the first byte. */
  async sign({ handle, mime, feature }: UnsignedResult): Promise<SignedResult> {
    if (!this.#isOn) {
      return { bytes: null, signature: 'off' };
    }
    if (!isSignable(mime)) {
      return { bytes: null, signature: 'unsupported' };
    }
    try {
      const identity = await this.#openIdentity();
      const facts = { ...digitalSources[feature], version: this.#readVersion() };
      return { bytes: await signFile({ handle, mime, facts, identity }), signature: 'signed' };
    } catch (error) {
      this.#options.onTrouble('A result could not be signed.', error);
      return { bytes: null, signature: 'failed' };
    }
  }

  async #openIdentity(): Promise<SigningIdentity> {
    const { folder, masterKey } = this.#options;
    this.#identity ??= openSigningIdentity(folder, masterKey);
    try {
      return await this.#identity;
    } catch (error) {
      this.#identity = null; // A full disk may have room later.
      throw error;
    }
  }

  #readVersion(): string {
    this.#version ??= readProgramVersion();
    return this.#version;
  }
}
