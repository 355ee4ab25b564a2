import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** Keys are PEM, or the bare base64 that dashboards show (PKCS#8, SPKI). @throws for text that is no key */
export const readPrivateKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPrivateKey(text)
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

export const readPublicKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
