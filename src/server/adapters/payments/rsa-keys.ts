import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** PEM, or the bare base64 of dashboards (PKCS#8, SPKI). @throws for invalid keys */
export const readPrivateKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPrivateKey(text)
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

export const readPublicKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
