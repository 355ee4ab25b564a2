import type { RenewingKind } from '#contract/plans.ts'
import type {
  ChargeReport,
  MandateCode,
  Mandate,
  MandateCreation,
  MandateReport,
  NewMandate,
  ProviderCharge,
} from '#server/domains/agreements/index.ts'
import type { ProviderOrder } from '#server/domains/payments/index.ts'
import type { TestProvider, Trouble } from './payment-provider.ts'

/** The process ends before the request is sent, or before its response is read. */
type Crash = 'crash before' | 'crash after'

interface MandateSide {
  state: 'open' | 'active' | 'suspended' | 'declined' | 'ended'
  payer: string
  code: string
  /** The valid token (pull). */
  token: string | undefined
  providerCharges: ProviderCharge[]
  chargeFailedAt: Temporal.Instant | undefined
  /** When it charges next (push). */
  nextChargeAt: Temporal.Instant | undefined
}

/** A provider of mandates in memory: what push and pull ones have in common. */
class TestMandates {
  readonly sandbox = true
  readonly mandates = new Map<string, MandateSide>()
  /** Taken from the front, one for each call; undefined: no trouble. */
  troubles: (Trouble | Crash | undefined)[] = []
  refusesSetup = false
  /** Mandates under an id of ours that were not made here, and were ended. */
  readonly unknownEnded: string[] = []
  /** What setups asked for. */
  readonly asked = new Map<string, NewMandate>()
  readonly calls: string[] = []
  readonly kind: RenewingKind

  constructor(kind: RenewingKind) {
    this.kind = kind
  }

  reset(): void {
    this.mandates.clear()
    this.troubles = []
    this.refusesSetup = false
    this.unknownEnded.length = 0
    this.calls.length = 0
  }

  setup(mandate: NewMandate): Promise<MandateCreation> {
    const { agreementId } = mandate
    this.asked.set(agreementId, mandate)
    return this.call<MandateCreation>('setup', { outcome: 'unknown', reason: 'no answer' }, () => {
      if (this.refusesSetup) return { outcome: 'refused', reason: 'refused' }
      if (!this.mandates.has(agreementId))
        this.mandates.set(agreementId, {
          state: 'open',
          payer: 'payer-1',
          code: `code-${agreementId}`,
          token: undefined,
          providerCharges: [],
          chargeFailedAt: undefined,
          nextChargeAt: undefined,
        })
      const action = { type: 'redirect', url: `https://${this.kind}.test/${agreementId}` } as const
      return { outcome: 'accepted', providerReference: `${this.kind}-${agreementId}`, action }
    })
  }

  end = ({ agreementId, providerReference }: Mandate) =>
    this.call('end', false, () => {
      if (providerReference !== null && providerReference !== `${this.kind}-${agreementId}`) {
        this.unknownEnded.push(providerReference)
        return true
      }
      const side = this.mandates.get(agreementId)
      if (side) side.state = 'ended'
      return true
    })

  side(agreementId: string): MandateSide {
    const side = this.mandates.get(agreementId)
    if (!side) throw new Error(`no mandate ${agreementId}`)
    return side
  }

  protected async call<T>(name: string, lost: T, work: () => T): Promise<T> {
    this.calls.push(name)
    const trouble = this.troubles.shift()
    if (trouble === 'crash before') throw new Error('the process has ended')
    if (trouble === 'request lost') return lost
    const answer = work()
    if (trouble === 'crash after') throw new Error('the process has ended')
    return trouble === 'response lost' ? lost : answer
  }
}

/** Charges by its own schedule, when a test says so. */
export class TestPushProvider extends TestMandates {
  readonly mode = 'push'

  constructor() {
    super('paypal')
  }

  query = ({ agreementId }: Mandate) =>
    this.call<MandateReport>('query', { state: 'unknown' }, () => this.report(agreementId))

  suspend = ({ agreementId }: Mandate) => this.call('suspend', false, () => this.#set(agreementId, 'suspended'))

  resume = ({ agreementId }: Mandate) => this.call('resume', false, () => this.#set(agreementId, 'active'))

  #set(agreementId: string, state: 'active' | 'suspended'): boolean {
    const side = this.side(agreementId)
    if (side.state !== 'active' && side.state !== 'suspended') return false
    side.state = state
    return true
  }

  /** The payer approves. @returns whether it could be approved */
  approve(agreementId: string): boolean {
    const side = this.side(agreementId)
    if (side.state !== 'open') return false
    side.state = 'active'
    return true
  }

  charge(agreementId: string, providerCharge: Partial<ProviderCharge> = {}): ProviderCharge {
    const side = this.side(agreementId)
    const made = {
      paymentReference: `sale-${agreementId}-${side.providerCharges.length}`,
      amountCents: 8_800,
      currency: 'HKD',
      ...providerCharge,
    }
    side.providerCharges.push(made)
    side.chargeFailedAt = undefined
    return made
  }

  report(agreementId: string): MandateReport {
    const side = this.mandates.get(agreementId)
    if (!side) return { state: 'absent' }
    if (side.state !== 'active' && side.state !== 'suspended') return { state: side.state }
    const { state, payer, providerCharges, chargeFailedAt, nextChargeAt } = side
    return { state, payerReference: payer, providerCharges: [...providerCharges], chargeFailedAt, nextChargeAt }
  }
}

/** Is charged by us, with the token that its code was exchanged for. Charges are payments of its kind. */
export class TestPullProvider extends TestMandates {
  readonly mode = 'pull'
  declines = false
  refreshFails = false
  tokenLifetime: Temporal.DurationLike | undefined
  #tokens = 0
  readonly #payments: TestProvider
  readonly #now: () => Temporal.Instant

  constructor(payments: TestProvider, now: () => Temporal.Instant) {
    super('alipay')
    this.#payments = payments
    this.#now = now
  }

  override reset(): void {
    super.reset()
    this.declines = false
    this.refreshFails = false
    this.tokenLifetime = undefined
  }

  /** Without a token there is nothing to ask about. */
  query = ({ agreementId, credentials }: Mandate) =>
    this.call<MandateReport>('query', { state: 'unknown' }, () => {
      const side = this.mandates.get(agreementId)
      if (credentials === null) return { state: side?.state === 'declined' ? 'declined' : 'open' }
      return side?.token === credentials && side.state === 'active' ? { state: 'active' } : { state: 'ended' }
    })

  exchange = ({ agreementId }: Mandate, grant: MandateCode) =>
    this.call<MandateReport>('exchange', { state: 'unknown' }, () => {
      const side = this.side(agreementId)
      if ('code' in grant && (side.state !== 'active' || grant.code !== side.code)) return { state: 'declined' }
      side.token ??= this.#newToken()
      return this.#granted(side)
    })

  refresh = ({ agreementId, credentials }: Mandate) =>
    this.call<MandateReport>('refresh', { state: 'unknown' }, () => {
      const side = this.side(agreementId)
      if (this.refreshFails || side.state !== 'active' || side.token !== credentials) return { state: 'ended' }
      side.token = this.#newToken()
      return this.#granted(side)
    })

  charge = ({ agreementId, credentials }: Mandate, { orderId, amountCents, currency }: ProviderOrder) =>
    this.call<ChargeReport>('charge', { state: 'unknown' }, () => {
      const side = this.side(agreementId)
      if (this.#payments.orders.get(orderId)?.state === 'paid') return this.#payments.report(orderId)
      if (side.state !== 'active' || side.token !== credentials) return { state: 'failed', because: 'credentials' }
      this.#payments.orders.set(orderId, { state: 'open', amountCents, currency })
      if (this.declines) this.#payments.decline(orderId)
      else this.#payments.approve(orderId)
      return this.#payments.report(orderId)
    })

  /** The payer approves. @returns the code that the callback hands over */
  approve(agreementId: string): string {
    const side = this.side(agreementId)
    if (side.state === 'open') side.state = 'active'
    return side.code
  }

  #newToken = () => `token-${++this.#tokens}`

  #granted({ token = '', payer }: MandateSide): MandateReport {
    const expiresAt = this.tokenLifetime ? this.#now().add(this.tokenLifetime) : null
    return { state: 'active', payerReference: payer, credentials: { secret: token, token, expiresAt } }
  }
}
