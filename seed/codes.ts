import type { Codes, NewBatch } from '#server/domains/codes/index.ts'
import { type DemoCode, readDemoCodes, writeDemoCodes } from './codes.file.ts'

/** Dependencies for seeding demo codes. */
export interface CodesSeed {
  codes: Pick<Codes, 'batches'>
  dataDir: string
  /** False if other nodes may use the database: one of them has made the codes. */
  isOwnDatabase: boolean
}

const ANYBODY = { usesPerCode: 1_000, newUsersOnly: false, partner: null, expiresAt: null } as const

/** One code of each, which every demo account may redeem once, so that redeeming can be tried. */
const BATCHES: readonly NewBatch[] = [
  {
    ...ANYBODY,
    kind: 'redeem',
    name: 'demo: 50 credits',
    grants: [{ kind: 'credits', amount: 50, expiresInDays: 365 }],
  },
  {
    ...ANYBODY,
    kind: 'plan',
    name: 'demo: a month of the pass',
    grants: [{ kind: 'plan', planId: 'entertainment-pass', amount: 1 }],
  },
  {
    ...ANYBODY,
    kind: 'sharing',
    name: 'demo: 20 credits, shared with new members',
    grants: [{ kind: 'credits', amount: 20, expiresInDays: 90 }],
  },
  {
    ...ANYBODY,
    kind: 'redeem',
    name: 'demo: 2 vouchers, for members of a telecom partner',
    grants: [{ kind: 'voucher', amount: 2, expiresInDays: 90 }],
  },
  {
    ...ANYBODY,
    kind: 'partner',
    partner: 'suntel',
    name: 'demo: binds to suntel, with 2 vouchers',
    grants: [{ kind: 'voucher', amount: 2, expiresInDays: 90 }],
  },
]

/** Makes the demo codes that are missing, and stores them. @returns all of them */
export async function seedCodes({ codes, dataDir, isOwnDatabase }: CodesSeed): Promise<DemoCode[]> {
  const stored = await readDemoCodes(dataDir)
  if (stored.length === 0 && !isOwnDatabase) return []
  const done: DemoCode[] = []
  for (const batch of BATCHES) {
    const { name } = batch
    const existing = stored.find((one) => one.name === name)
    if (existing && (await codes.batches.isKnown(existing.code))) done.push(existing)
    else {
      const making = { ...batch, count: 1, actor: 'system', reason: 'the demo' }
      const [code = ''] = (await codes.batches.make(making)).codes
      done.push({ name, code })
    }
  }
  await writeDemoCodes(dataDir, done)
  return done
}
