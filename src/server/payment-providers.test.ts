import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { PAYMENT_ADAPTERS } from '#server/adapters/payments/payment-adapters.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { openPaymentProviders } from './payment-providers.ts'

const PAYASIA = {
  PAYASIA_MERCHANT_TOKEN: 'token',
  PAYASIA_SECRET: 'secret',
  PAYASIA_PAGE_BASE: 'https://page.example',
  PAYASIA_API_BASE: 'https://api.example',
}

const GIVEN = { sandbox: undefined, brand: () => 'Harbour' }

test('the pages’ policy names the base of every provider to which a page posts a form, and no other', () => {
  expect(openPaymentProviders(PAYASIA as never, GIVEN).formBases).toEqual(['https://page.example'])
})

test('without a provider that takes forms it names none', () => {
  expect(openPaymentProviders({} as never, GIVEN).formBases).toEqual([])
})

test('every kind of payment has a provider', () => {
  expect(new Set(PAYMENT_ADAPTERS.flatMap(({ kinds }) => kinds))).toEqual(new Set(PAYMENT_KINDS))
})

describe('the sandbox', () => {
  let folder: string
  let sandbox: Sandbox
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
    sandbox = await startSandbox({ file: join(folder, 'state.json') })
  })
  afterAll(async () => {
    await sandbox.close()
    await rm(folder, { recursive: true })
  })

  test('plays the providers of the list, by the same names', () => {
    const names = PAYMENT_ADAPTERS.map(({ name }) => name)
    expect(Object.keys(sandbox.access.settings).toSorted()).toEqual(names.toSorted())
  })

  test.each(PAYMENT_ADAPTERS)('gives the settings that $name declares, by which it opens its kinds', (adapter) => {
    const { name, kinds, required, optional } = adapter
    const settings = sandbox.access.settings[name]
    if (!settings) throw new Error(`${name} is missing from PROVIDERS of src/sandbox/sandbox.ts`)
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(required)))
    expect([...Object.keys(required), ...Object.keys(optional)]).toEqual(expect.arrayContaining(Object.keys(settings)))
    const opened = adapter.open(settings, { notifyUrl: undefined, brand: () => 'Harbour', sandbox: true })
    expect(opened.callbacks.provider.name).toBe(name)
    expect(opened.providers.map(({ kind, sandbox: isSandbox }) => [kind, isSandbox])).toEqual(
      kinds.map((kind) => [kind, true]),
    )
  })
})
