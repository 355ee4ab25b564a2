import type { giftCards, list } from '#contract/admin/codes.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { versions } from '#contract/admin/monthly-plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useRead } from '../../client/use-read.ts'
import type { Column } from '../../table/columns.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './codes.module.css'

/** A row of the list. */
export type Batch = AdminOutputOf<typeof list>['list'][number]
export type Card = AdminOutputOf<typeof giftCards>['list'][number]

/** What each code gives, in words; plans by their names. */
export function useRewards(): (grants: Batch['grants']) => string {
  const { rewards, joined } = useText('consoleCodes')
  const { language } = useCallContext()
  const { data } = useRead(versions, {})
  const planName = (planId = '') => data?.list.find((plan) => plan.planId === planId)?.name[language] ?? planId
  const one = ({ kind, amount, planId }: Batch['grants'][number]) => {
    const shown = formatNumber(amount, language)
    return kind === 'plan' ? rewards.plan(shown, planName(planId)) : rewards[kind](shown)
  }
  return (grants) => grants.map(one).join(joined)
}

/** Each of its ends on a line. */
export function Period({ startsAt, expiresAt }: Pick<Batch, 'startsAt' | 'expiresAt'>) {
  const text = useText('consoleCodes')
  const { language } = useCallContext()
  return (
    <span className={styles.period}>
      <span>{text.from(formatInstant(startsAt, language))}</span>
      {expiresAt === null ? null : <span>{text.until(formatInstant(expiresAt, language))}</span>}
    </span>
  )
}

const TONES: Readonly<Record<Batch['state'], Tone>> = {
  making: 'blue',
  planned: 'plain',
  open: 'ok',
  expired: 'plain',
  voided: 'bad',
}

const available = ({ wanted, usesPerCode }: Pick<Batch, 'wanted' | 'usesPerCode'>) => wanted * usesPerCode

export function BatchState({ batch }: { batch: Batch }) {
  const text = useText('consoleCodes')
  const { state, made, wanted, uses } = batch
  if (state === 'open' && uses >= available(batch)) return <Pill tone="plain">{text.usedUp}</Pill>
  return (
    <Pill tone={TONES[state]} hasDot>
      {text.states[state]}
      {state === 'making' ? ` ${Math.floor((made / wanted) * 100)}%` : ''}
    </Pill>
  )
}

/** As a bar and in words: what was made while a batch is being made, then what was used. */
export function Uses({ batch }: { batch: Batch }) {
  const text = useText('consoleCodes')
  const { language } = useCallContext()
  const isMaking = batch.state === 'making'
  const [done, all] = isMaking ? [batch.made, batch.wanted] : [batch.uses, available(batch)]
  const said = (isMaking ? text.madeOf : text.usedOf)(formatNumber(done, language), formatNumber(all, language))
  return (
    <span className={styles.uses}>
      <progress max={Math.max(1, all)} value={done} aria-label={said} data-making={isMaking ? '' : undefined} />
      <span className={styles.note}>{said}</span>
    </span>
  )
}

export function useBatchColumns(): readonly Column<Batch>[] {
  const text = useText('consoleCodes')
  const rewardsOf = useRewards()
  const { columns } = text
  return [
    {
      id: 'name',
      label: columns.name,
      cell: ({ name, kind, partner, grants }) => (
        <span className={styles.batch}>
          <strong>{name}</strong>
          <span className={styles.note}>{[text.kinds[kind], partner].filter(Boolean).join(' · ')}</span>
          <span className={styles.narrow}>{rewardsOf(grants)}</span>
        </span>
      ),
    },
    { id: 'gives', label: columns.gives, from: 'tablet', cell: ({ grants }) => rewardsOf(grants) },
    { id: 'uses', label: columns.uses, from: 'tablet', cell: (batch) => <Uses batch={batch} /> },
    {
      id: 'period',
      label: columns.period,
      from: 'desktop',
      cell: (batch) => <Period {...batch} />,
    },
    { id: 'state', label: columns.state, cell: (batch) => <BatchState batch={batch} /> },
    {
      id: 'file',
      label: columns.file,
      from: 'desktop',
      cell: ({ file }) =>
        file === 'ready' ? (
          <Pill tone="warn" hasDot>
            {text.files[file]}
          </Pill>
        ) : (
          text.files[file]
        ),
    },
    {
      id: 'made',
      label: columns.made,
      from: 'tablet',
      sort: { up: 'madeAt', down: '-madeAt' },
      cell: ({ madeAt, madeBy }) => (
        <>
          <When at={madeAt} />
          <span className={styles.note}>{actorName(madeBy)}</span>
        </>
      ),
    },
  ]
}

const CARD_TONES: Readonly<Record<Card['state'], Tone>> = {
  unused: 'ok',
  redeemed: 'plain',
  voided: 'bad',
  expired: 'plain',
}

export function useCardColumns(): readonly Column<Card>[] {
  const text = useText('consoleCodes')
  const { language } = useCallContext()
  const rewardsOf = useRewards()
  const { columns } = text
  return [
    {
      id: 'card',
      label: columns.card,
      cell: ({ orderNumber, grants }) => (
        <span className={styles.batch}>
          <strong>{orderNumber}</strong>
          <span className={styles.note}>{rewardsOf(grants)}</span>
        </span>
      ),
    },
    { id: 'paid', label: columns.paid, from: 'tablet', cell: ({ paidCents }) => formatMoney(paidCents, language) },
    {
      id: 'state',
      label: columns.state,
      cell: ({ state, isRefunded, resends }) => (
        <>
          <Pill tone={CARD_TONES[state]} hasDot>
            {isRefunded ? text.refunded : text.cardStates[state]}
          </Pill>
          {resends > 0 ? <span className={styles.note}>{text.resent(resends)}</span> : null}
        </>
      ),
    },
    {
      id: 'bought',
      label: columns.bought,
      from: 'tablet',
      sort: { up: 'boughtAt', down: '-boughtAt' },
      cell: ({ boughtAt }) => <When at={boughtAt} />,
    },
    {
      id: 'used',
      label: columns.used,
      from: 'desktop',
      cell: ({ usedAt }) => (usedAt === null ? text.unused : <When at={usedAt} />),
    },
    { id: 'expires', label: columns.expires, from: 'desktop', cell: ({ expiresAt }) => <When at={expiresAt} /> },
  ]
}
