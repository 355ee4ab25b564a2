import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { selfSigned } from './certificate.ts'
import { newPaymeSecrets } from './payme.ts'
import type { SandboxState } from './sandbox-model.ts'
import { newBtcpaySecrets } from './btcpay.ts'
import { newWechatSecrets } from './wechat-keys.ts'

/** The state of the sandbox, kept in one file. */
export interface Store {
  readonly state: SandboxState
  /** Writes the state; resolves once it is on disk. */
  save(): Promise<void>
}

/** Reads the state, or makes a new one with keys of its own. */
export async function openStore(file: string): Promise<Store> {
  const state = (await read(file)) ?? newState()
  let writing = Promise.resolve()
  const write = async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  const save = () => {
    writing = writing.then(write)
    return writing
  }
  await save()
  return { state, save }
}

async function read(file: string): Promise<SandboxState | undefined> {
  try {
    const state = JSON.parse(await readFile(file, 'utf8')) as Partial<SandboxState>
    return { ...laterState(state), ...state } as SandboxState
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** What earlier versions did not have; only what `state` lacks is made. */
const laterState = (state: Partial<SandboxState>) => ({
  mandates: state.mandates ?? [],
  products: state.products ?? [],
  plans: state.plans ?? [],
  wechat: state.wechat ?? newWechatSecrets(),
  payme: state.payme ?? newPaymeSecrets(),
  payasia: state.payasia ?? { token: randomUUID(), secret: randomUUID() },
  btcpay: state.btcpay ?? newBtcpaySecrets(),
})

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

function newState(): SandboxState {
  const keys = { paypal: newKey(), antom: newKey(), merchant: newKey() }
  const secret = () => randomBytes(24).toString('base64url')
  return {
    keys,
    certificate: selfSigned(createPrivateKey(keys.paypal), 'messageverificationcerts.paypal.sandbox'),
    secrets: { clientId: secret(), clientSecret: secret(), webhookId: `WH-${randomBytes(8).toString('hex')}` },
    payments: [],
    deliveries: [],
    ...laterState({}),
  }
}
