import type { ReactNode } from 'react'
import type { Plan, PlanOffer } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { ChevronDownIcon, FilmIcon } from '#web/ui/icons.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { Headline } from '#web/ui/landing.tsx'
import { CreditIcon, DownloadIcon, PeopleIcon } from '#web/ui/feature-icons.tsx'
import { useConditions } from './use-conditions.ts'
import styles from './plan-text.module.css'

interface IntroProps {
  plan: Plan | undefined
  offer: PlanOffer
  /** The plan is on its way: the sentence takes its place, so that the card below does not move. */
  isAwaited: boolean
}

/** The headline, and what the pass is. */
export function Intro({ plan, offer, isAwaited }: IntroProps) {
  const { screen: text } = useText('plans')
  const { language } = useCallContext()
  const credits = plan?.extraCredits ?? TYPICAL_CREDITS
  const { kicker, headline } = offer === 'promotional' ? text.promotion : { ...text, kicker: plan?.name ?? text.kicker }
  return (
    <div className={styles.intro}>
      <Headline kicker={kicker} lines={headline} />
      {plan || isAwaited ? (
        <p className={styles.lead} data-hidden={plan ? undefined : ''}>
          {keepUnits(text.lead(credits > 0 ? formatNumber(credits, language) : undefined))}
        </p>
      ) : null}
    </div>
  )
}

/** As long as those of the plan: for the space of the sentence only. */
const TYPICAL_CREDITS = 60

const ICONS: readonly ReactNode[] = [
  <FilmIcon key="film" />,
  <CreditIcon key="credit" />,
  <DownloadIcon key="download" />,
  <PeopleIcon key="people" />,
]

/** Of the features and of the questions, the one about the plan's credits; a telecom partner's member gets none. */
const FEATURE_OF_CREDITS = 1
const QUESTION_OF_CREDITS = 0

/** What the pass brings, with a plan's credits. */
export function Features({ plan }: { plan: Plan }) {
  const { screen: text } = useText('plans')
  const { language } = useCallContext()
  return (
    <ul className={styles.features}>
      {text.features(formatNumber(plan.extraCredits, language)).map(({ title, text: line }, at) =>
        at === FEATURE_OF_CREDITS && plan.extraCredits === 0 ? null : (
          <li key={title} className={styles.feature}>
            {ICONS[at]}
            <div>
              <p className={styles.featureTitle}>{keepUnits(title)}</p>
              <p className={styles.featureText}>{keepUnits(line)}</p>
            </div>
          </li>
        ),
      )}
    </ul>
  )
}

/** How to cancel, and questions with their answers. */
export function Explanation({ plan }: { plan: Plan }) {
  const { screen: text } = useText('plans')
  const { language } = useCallContext()
  return (
    <>
      <section className={styles.how}>
        <h2 className={styles.subtitle}>{text.how}</h2>
        <p className={styles.featureText}>{text.howText}</p>
      </section>
      <section aria-label={text.questions}>
        {text.faq(formatNumber(plan.extraCredits, language)).map(({ title, text: answer }, at) =>
          at === QUESTION_OF_CREDITS && plan.extraCredits === 0 ? null : (
            <details key={title} className={styles.question}>
              <summary>
                <span>{title}</span>
                <ChevronDownIcon size={20} />
              </summary>
              <p>{keepUnits(answer)}</p>
            </details>
          ),
        )}
      </section>
      <p className={styles.links}>
        <a className={styles.link} href={paths.hmvodPlan()}>
          {text.compare}
        </a>
        <a className={styles.link} href={paths.giftCard()}>
          {text.gift}
        </a>
        {plan.providers.includes('crypto') ? (
          <a className={styles.link} href={paths.cryptoPay()}>
            {text.crypto}
          </a>
        ) : null}
      </p>
    </>
  )
}

/** The conditions of an offer, by its data. */
export function Conditions({ plan }: { plan: Plan }) {
  const { terms } = useText('plans')
  return (
    <section className={styles.how}>
      <h2 className={styles.subtitle}>{terms.title}</h2>
      <ul className={styles.conditions}>
        {useConditions(plan).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
