import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { ROW_OPENER } from '../../shell/use-keys.ts'
import { ChangedFields, Facts } from '../../widgets/changes.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import type { Approval, Operator } from './approval.ts'
import styles from './approvals.module.css'

const TONES = {
  waiting: 'warn',
  approved: 'ok',
  refused: 'bad',
  expired: 'plain',
  void: 'plain',
} as const satisfies Record<Approval['state'], Tone>

/** Of the call, and no part of what is asked. */
const ENVELOPE = new Set(['requestKey', 'reason', 'version', 'language'])

interface ApprovalCardProps {
  approval: Approval
  /** Whom it concerns, as they are now. */
  operator: Operator | undefined
  onDecide: (approve: boolean) => void
}

export function ApprovalCard({ approval, operator, onDecide }: ApprovalCardProps) {
  const text = useText('consoleApprovals')
  const { requests } = useText('consoleActions')
  const { endpoint, requester, reason, askedAt, expiresAt, state, decider, decidedAt, obstacle } = approval
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{requests[endpoint] ?? endpoint}</h2>
        <Pill tone={TONES[state]} hasDot>
          {text.states[state]}
        </Pill>
        {state === 'waiting' ? <TimeLeft until={expiresAt} /> : null}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{text.asks}</dt>
          <dd>{requester.name}</dd>
        </div>
        <div>
          <dt>{text.asked}</dt>
          <dd>
            <When at={askedAt} />
          </dd>
        </div>
        <div>
          <dt>{text.expires}</dt>
          <dd>
            <When at={expiresAt} />
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>{text.reason}</dt>
          <dd>{reason}</dd>
        </div>
      </dl>
      <div className={styles.content}>
        <h3 className={styles.label}>{text.content}</h3>
        {operator ? (
          <p className={styles.concerns}>
            <span className={styles.label}>{text.concerns}</span> <strong>{operator.name}</strong> {operator.email}
          </p>
        ) : null}
        <Facts data={askedOf(approval, operator)} />
        {operator && state === 'waiting' ? <RolesChange approval={approval} operator={operator} /> : null}
      </div>
      <div className={styles.actions}>
        {state !== 'waiting' ? (
          <p className={styles.note}>
            {decider ? text.decided(decider.name) : null} {decidedAt ? <When at={decidedAt} /> : null}
          </p>
        ) : obstacle ? (
          <p className={styles.note}>
            <LockIcon size={16} />
            {text.obstacles[obstacle]}
          </p>
        ) : (
          <>
            <Button look="primary" {...{ [ROW_OPENER]: '' }} onClick={() => onDecide(true)}>
              {text.approve}
            </Button>
            <Button onClick={() => onDecide(false)}>{text.refuse}</Button>
          </>
        )}
      </div>
    </li>
  )
}

/** The exact input, and what its consequence says besides. */
function askedOf({ input, consequence }: Approval, operator: Operator | undefined): Readonly<Record<string, unknown>> {
  const { operatorId: _, ...others } = consequence
  const given = Object.entries({ ...others, ...input }).filter(([name]) => !ENVELOPE.has(name))
  return Object.fromEntries(operator ? given.filter(([name]) => name !== 'id') : given)
}

function RolesChange({ approval: { input }, operator }: { approval: Approval; operator: Operator }) {
  return Array.isArray(input.roles) ? (
    <ChangedFields before={{ roles: operator.roles }} after={{ roles: input.roles }} />
  ) : null
}

function TimeLeft({ until }: { until: string }) {
  const text = useText('consoleApprovals')
  const shell = useShellText()
  const minutes = Math.floor(useCountdown(Date.parse(until)) / 60)
  return (
    <span className={styles.note} title={shell.time}>
      {minutes >= 60 ? text.left(Math.floor(minutes / 60)) : text.leftMinutes(minutes)}
    </span>
  )
}
