import { parseArgs } from 'node:util'
import { AppError } from '#contract/errors.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { OFFERS, type Offer, type PlanTerms, type PlanVersion } from '#server/domains/plans/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run plans -- list
  npm run plans -- publish --plan entertainment-pass --price 98.00 --reason "…"

publish puts a new version of a plan on sale. What is not given stays as it is; who has the plan keeps the version that they agreed to.
  --price        HK$ for one cycle; 0 for staff plans only
  --credits      of each cycle
  --trial        free months for who never held a plan: 0 or 1
  --name-zh      and --name-en, --description-zh, --description-en: its texts
  --offer        of a new plan, which needs all of the above: ${OFFERS.join(', ')}
  --operator     who does it: the account of this computer by default
`

const OPTIONS = [
  'plan',
  'price',
  'credits',
  'trial',
  'name-zh',
  'name-en',
  'description-zh',
  'description-en',
  'offer',
  'reason',
  'operator',
] as const

export interface PlanPublication {
  planId: string
  offer: Offer | undefined
  terms: Partial<Omit<PlanTerms, 'name' | 'description'>>
  texts: Partial<Record<'nameZh' | 'nameEn' | 'descriptionZh' | 'descriptionEn', string>>
  reason: string
  actor: string
}

/** The arguments of `publish`; undefined when they are wrong. */
export function readPublication(args: readonly string[]): PlanPublication | undefined {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }])) as Record<
    (typeof OPTIONS)[number],
    { type: 'string' }
  >
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const isKnown = Object.entries(values).every(
    ([name, value]) => Object.hasOwn(options, name) && typeof value === 'string' && value.trim() !== '',
  )
  if (!isKnown || positionals.length > 0) return undefined
  const text = (name: (typeof OPTIONS)[number]) => (values[name] as string | undefined)?.trim()
  const [planId, price, credits, trial, reason] = (['plan', 'price', 'credits', 'trial', 'reason'] as const).map(text)
  const offer = OFFERS.find((one) => one === text('offer'))
  const isWrong =
    !/^[a-z][a-z0-9-]{0,40}$/.test(planId ?? '') ||
    reason === undefined ||
    (price !== undefined && !/^(0|[1-9]\d{0,5})(\.\d\d)?$/.test(price)) ||
    (credits !== undefined && !/^\d{1,4}$/.test(credits)) ||
    (trial !== undefined && trial !== '0' && trial !== '1') ||
    (text('offer') !== undefined && offer === undefined)
  if (isWrong) return undefined
  return {
    planId: planId!,
    offer,
    terms: {
      ...(price !== undefined && { amountCents: centsOf(price), currency: 'HKD' }),
      ...(credits !== undefined && { creditsPerCycle: Number(credits) }),
      ...(trial !== undefined && { trialMonths: trial === '1' ? 1 : 0 }),
    },
    texts: {
      nameZh: text('name-zh'),
      nameEn: text('name-en'),
      descriptionZh: text('description-zh'),
      descriptionEn: text('description-en'),
    },
    reason,
    actor: actorOf(text('operator')),
  }
}

/** `98.00` → 9800. */
const centsOf = (price: string): number => Number(price.replace('.', '')) * (price.includes('.') ? 1 : 100)

/**
 * Publishes a version with its audit entry, in one transaction.
 * @throws CommandError when nothing would change, or a new plan is not complete
 */
export async function publishPlan(
  { plans, db, clock }: Pick<Domains, 'plans'> & { db: Db; clock: Clock },
  { planId, offer, terms, texts, reason, actor }: PlanPublication,
): Promise<PlanVersion> {
  const before = await plans.find(planId)
  if (terms.amountCents === 0 && (before?.offer ?? offer) !== 'staff')
    throw new CommandError('Only a plan for staff can be free.')
  const name = translated(texts.nameZh, texts.nameEn, before?.name)
  const description = translated(texts.descriptionZh, texts.descriptionEn, before?.description)
  const publication = {
    planId,
    offer,
    actor,
    terms: { ...terms, ...(name && { name }), ...(description && { description }) },
  }
  return inTransaction(db, async (tx) => {
    const { plan, changed } = await plans.publish(tx, publication).catch(explain(planId))
    const details = Object.fromEntries(changed.map((term) => [term, plan[term]]))
    const subject = `plan version:${plan.planVersionId}`
    await recordAudit(tx, { at: clock.now(), actor, action: 'publish plan', subject, reason, details })
    return plan
  })
}

/** Both languages; the one that is not given stays. */
function translated(zh: string | undefined, en: string | undefined, before: PlanTerms['name'] | undefined) {
  const [zhHK, enUS] = [zh ?? before?.zh_HK, en ?? before?.en_US]
  return zhHK === undefined || enUS === undefined ? undefined : { zh_HK: zhHK, en_US: enUS }
}

const explain = (planId: string) => (error: unknown) => {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'CONFLICT')
    throw new CommandError(`The plan ${planId} is already on sale with these terms, or is of another offer.`)
  if (code === 'NOT_FOUND')
    throw new CommandError(`There is no plan ${planId}. A new plan needs all of its terms and an offer.`)
  throw error
}

/** One line for a version. */
export function formatVersion(
  { planVersionId, offer, name, publishedAt, ...plan }: PlanVersion,
  isOnSale: boolean,
): string {
  const price = `HK$${(plan.amountCents / 100).toFixed(2)}`
  const trial = plan.trialMonths === 1 ? 'a free month' : 'no free month'
  const day = publishedAt.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
  const facts = [offer, price, `${plan.creditsPerCycle} credits`, trial, name.en_US, name.zh_HK]
  return `${isOnSale ? '*' : ' '} ${planVersionId}  ${facts.join(' · ')}  ${day} ${plan.publishedBy}`
}

/** `npm run plans`: the versions of the plans, and a new one. */
export async function plansCommand(config: Config, [verb, ...args]: readonly string[]): Promise<number> {
  const publication = verb === 'publish' ? readPublication(args) : undefined
  if (!publication && !(verb === 'list' && args.length === 0)) {
    console.error(USAGE)
    return verb === '--help' ? 0 : 2
  }
  return withApp(config, 'plans', async (app) => {
    if (publication) {
      const plan = await publishPlan({ ...app.domains, db: app.database.db, clock: app.clock }, publication)
      console.log(`On sale now:\n${formatVersion(plan, true)}`)
    } else {
      for (const line of linesOf(await app.domains.plans.versions())) console.log(line)
    }
    return 0
  })
}

/** The versions, those on sale marked. */
const linesOf = (versions: readonly PlanVersion[]): string[] =>
  versions.map((plan, index) => formatVersion(plan, plan.planId !== versions[index - 1]?.planId))
