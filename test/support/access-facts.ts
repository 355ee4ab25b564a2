import {
  type AccessDecision,
  type AccountFacts,
  type TitleFacts,
  type ViewerFacts,
  OWNS_NOTHING,
} from '#server/domains/access/access.rules.ts'

/** The time of the decisions, and instants around it. */
export const NOW = Temporal.Instant.from('2026-11-21T04:00:00Z')
export const SOON = NOW.add({ hours: 1 })
export const AGO = NOW.subtract({ seconds: 1 })

export const visitor: ViewerFacts = { isMember: false, kids: false, unlocked: false, account: OWNS_NOTHING }
export const member: ViewerFacts = { isMember: true, kids: false, unlocked: true, account: OWNS_NOTHING }
export const locked: ViewerFacts = { ...member, unlocked: false }
export const child: ViewerFacts = { isMember: true, kids: true, unlocked: true, account: OWNS_NOTHING }

/** A viewer whose account owns something. */
export const owning = (account: Partial<AccountFacts>, viewer = member): ViewerFacts => ({
  ...viewer,
  account: { ...OWNS_NOTHING, ...account },
})

/** A title that everybody may play. */
export const freeTitle: TitleFacts = {
  programId: 'neon',
  restriction: 'I',
  vodTypes: ['FREE TO WATCH'],
  kids: false,
  isLicensedInRegion: true,
  isWindowOpen: true,
  preparing: false,
  offers: [],
}
export const VIP = { vodTypes: ['VIP UNLIMITED WATCH'] } satisfies Partial<TitleFacts>
export const RENT = { vodTypes: ['PAY PER RENT'] } satisfies Partial<TitleFacts>

export const login = { access: 'login' } satisfies AccessDecision
export const parental: AccessDecision = { access: 'parental' }
export const deny = (reason: Extract<AccessDecision, { access: 'deny' }>['reason']): AccessDecision => ({
  access: 'deny',
  reason,
})
