import type { list } from '#contract/admin/contact.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './contact.module.css'

type CaseRow = AdminOutputOf<typeof list>['list'][number]

const DAY_MS = 86_400_000

/** When an answer is due; nothing is once it was given. */
export function Due({ dueAt, state }: Pick<CaseRow, 'dueAt' | 'state'>) {
  const text = useText('consoleContact')
  const left = Date.parse(dueAt) - serverNow()
  return (
    <span className={styles.due}>
      <When at={dueAt} />
      {state === 'open' && left <= 0 ? <Pill tone="bad">{text.overdue}</Pill> : null}
      {state === 'open' && left > 0 && left <= DAY_MS ? <Pill tone="warn">{text.dueToday}</Pill> : null}
    </span>
  )
}
