import { createPrivateKey, type KeyObject, type webcrypto } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { seal, unseal } from '../accounts/seal.ts';
import { findSecretFile, writeSecretFile } from '../accounts/secret-file.ts';

/** Signer: a key generated for every installation, and its certificates. */
export interface SigningIdentity {
  readonly key: KeyObject;
  /** DER; the key's own first, then the one it was issued by. */
  readonly certificates: readonly Uint8Array[];
}

/** File in the data folder: certificates are public, the key is sealed. All values are base64. */
const storedSchema = z.object({ certificates: z.array(z.base64()).min(1), sealedKey: z.base64() });

/** Purpose that the key is sealed for. */
const OWNER = 'signing-identity';
const YEARS = 20;

/**
 * Opens the identity of a data folder, created at first use. When its key can no longer be unsealed, because
 * the master key changed, a new one is created: earlier signatures stay valid.
 */
export async function openSigningIdentity(
  folder: string,
  masterKey: Uint8Array,
): Promise<SigningIdentity> {
  const path = join(folder, 'signing-identity.json');
  const found = parseStored((await findSecretFile(path)) ?? '', masterKey);
  if (found !== null) {
    return found;
  }
  const made = await createSigningIdentity();
  const stored: z.input<typeof storedSchema> = {
    certificates: made.certificates.map((bytes) => Buffer.from(bytes).toString('base64')),
    sealedKey: Buffer.from(
      seal(masterKey, OWNER, made.key.export({ type: 'pkcs8', format: 'pem' }).toString()),
    ).toString('base64'),
  };
  await writeSecretFile(path, JSON.stringify(stored));
  return made;
}

function parseStored(text: string, masterKey: Uint8Array): SigningIdentity | null {
  try {
    const { certificates, sealedKey } = storedSchema.parse(JSON.parse(text));
    return {
      key: createPrivateKey(unseal(masterKey, OWNER, Buffer.from(sealedKey, 'base64'))),
      certificates: certificates.map((bytes) => Buffer.from(bytes, 'base64')),
    };
  } catch {
    return null;
  }
}

/**
 * Creates a key and its certificate, issued by an authority whose own key is discarded immediately: C2PA
 * accepts no self-signed certificate. Its names are the same for all installations.
 */
export async function createSigningIdentity(): Promise<SigningIdentity> {
  // Takes a tenth of a second to load, and is needed once.
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
    crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [issuer, signer] = [await makeKeys(), await makeKeys()];
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setFullYear(notBefore.getFullYear() + YEARS);
  const issuerName = 'O=Guise, CN=Guise on this computer';
  const common = { issuer: issuerName, notBefore, notAfter, signingAlgorithm: algorithm };
  const signedBy = { signingKey: issuer.privateKey };
  const toIssuer = await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey);
  const authority = await x509.X509CertificateGenerator.create({
    ...common,
    ...signedBy,
    serialNumber: toSerial(),
    subject: issuerName,
    publicKey: issuer.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(issuer.publicKey),
      toIssuer,
    ],
  });
  const own = await x509.X509CertificateGenerator.create({
    ...common,
    ...signedBy,
    serialNumber: toSerial(),
    subject: 'O=Guise, CN=Guise',
    publicKey: signer.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection], true),
      await x509.SubjectKeyIdentifierExtension.create(signer.publicKey),
      toIssuer,
    ],
  });
  return {
    key: await toPrivateKey(signer.privateKey),
    certificates: [own, authority].map(({ rawData }) => new Uint8Array(rawData)),
  };
}

async function toPrivateKey(key: webcrypto.CryptoKey): Promise<KeyObject> {
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', key);
  return createPrivateKey({ key: Buffer.from(pkcs8), type: 'pkcs8', format: 'der' });
}

/** 16 random bytes in hex; never negative. */
function toSerial(): string {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
