import { OFFERS } from '#contract/plans.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import type { PlanTerms, PlanVersion } from '#server/domains/plans/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { type ArgumentKind, type Arguments, defineCommand, dollars, oneOf, text, wholeNumber } from './command.ts'
import { runOnApp } from './with-app.ts'
import { hongKongDay } from '#server/kit/instants.ts'

const planName: ArgumentKind<string> = {
  shown: '<plan>',
  mustBe: 'small letters, digits and hyphens',
  read: (given) => (/^[a-z][a-z0-9-]{0,40}$/.test(given) ? given : undefined),
}

export const PLANS = defineCommand({
  name: 'plans',
  actions: {
    list: { help: 'prints the versions of the plans, those on sale marked.' },
    publish: {
      help: 'puts a new version of a plan on sale. What is not given stays as it is; who has the plan keeps the version that they agreed to.',
      options: {
        plan: { kind: planName, required: true, help: 'entertainment-pass, for example' },
        price: { kind: dollars, help: 'HK$ for one cycle; 0 for staff plans only' },
        credits: { kind: wholeNumber({ min: 0, max: 9_999 }), help: 'of each cycle' },
        trial: { kind: oneOf(['0', '1']), help: 'free months for who never held a plan: 0 or 1' },
        nameZh: { kind: text, help: 'its name in Chinese' },
        nameEn: { kind: text, help: 'its name in English' },
        descriptionZh: { kind: text, help: 'its description in Chinese' },
        descriptionEn: { kind: text, help: 'its description in English' },
        offer: {
          kind: oneOf(OFFERS),
          help: `of a new plan, which needs all of the above: ${OFFERS.join(', ')}`,
        },
      },
      audited: 'reason required',
    },
  },
})

export type PlanPublication = Omit<Extract<Arguments<typeof PLANS>, { action: 'publish' }>, 'action'>

export async function publishPlan(
  { plans, db, clock }: Pick<Domains, 'plans'> & { db: Db; clock: Clock },
  { plan: planId, offer, reason, actor, ...given }: PlanPublication,
): Promise<PlanVersion> {
  const before = await plans.find(planId)
  const terms = termsOf(given, before)
  return inTransaction(db, async (tx) => {
    const { plan, changed } = await plans.publish(tx, { planId, offer, actor, terms })
    const details = Object.fromEntries(changed.map((term) => [term, plan[term]]))
    const subject = `plan version:${plan.planVersionId}`
    await recordAudit(tx, { at: clock.now(), actor, action: 'publish plan', subject, reason, details })
    return plan
  })
}

type GivenTerms = Omit<PlanPublication, 'plan' | 'offer' | 'reason' | 'actor'>

/** The terms that are given; of a text both languages, the one that is not given as before. */
function termsOf(
  { price, credits, trial, nameZh, nameEn, descriptionZh, descriptionEn }: GivenTerms,
  before: PlanTerms | undefined,
): Partial<PlanTerms> {
  const name = translated(nameZh, nameEn, before?.name)
  const description = translated(descriptionZh, descriptionEn, before?.description)
  return {
    ...(price !== undefined && { amountCents: price, currency: 'HKD' }),
    ...(credits !== undefined && { creditsPerCycle: credits }),
    ...(trial !== undefined && { trialMonths: trial === '1' ? 1 : 0 }),
    ...(name && { name }),
    ...(description && { description }),
  }
}

function translated(zh: string | undefined, en: string | undefined, before: PlanTerms['name'] | undefined) {
  const [zhHK, enUS] = [zh ?? before?.zh_HK, en ?? before?.en_US]
  return zhHK === undefined || enUS === undefined ? undefined : { zh_HK: zhHK, en_US: enUS }
}

export function formatVersion(
  { planVersionId, offer, name, publishedAt, ...plan }: PlanVersion,
  isOnSale: boolean,
): string {
  const price = `HK$${(plan.amountCents / 100).toFixed(2)}`
  const trial = plan.trialMonths === 1 ? 'a free month' : 'no free month'
  const day = hongKongDay(publishedAt).toString()
  const facts = [offer, price, `${plan.creditsPerCycle} credits`, trial, name.en_US, name.zh_HK]
  return `${isOnSale ? '*' : ' '} ${planVersionId}  ${facts.join(' · ')}  ${day} ${plan.publishedBy}`
}

export const plansCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(PLANS, { config, args }, async ({ domains: { plans }, database: { db }, clock }, given) => {
    if (given.action === 'list') return linesOf(await plans.versions())
    const plan = await publishPlan({ plans, db, clock }, given)
    return ['On sale now:', formatVersion(plan, true)]
  })

const linesOf = (versions: readonly PlanVersion[]): string[] =>
  versions.map((plan, index) => formatVersion(plan, plan.planId !== versions[index - 1]?.planId))
