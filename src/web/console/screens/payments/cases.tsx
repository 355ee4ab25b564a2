import { useState } from 'react'
import { accept, CASE_CAUSES, cases, dismiss, settleRefund } from '#contract/admin/payments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { list as listOrders, show } from '#contract/admin/orders.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Pill } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import type { PaymentCase } from './payment-case.ts'
import styles from './payments.module.css'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Segments } from '../../widgets/segments.tsx'

/** Payments that need a person, the oldest first. */
export function Cases() {
  const text = useText('consolePayments')
  const { filter, sort, isFiltered, set, clear } = useTableParams(['cause'], ['at', '-at'])
  const list = useList(cases, { filter, sort })
  const columns = useCaseColumns()
  const [open, setOpen] = useState<string>()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label={text.cause}
          value={filter.cause}
          options={CASE_CAUSES.map((cause) => [cause, text.causes[cause]])}
          onChange={(cause) => set({ cause })}
        />
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ caseId }) => caseId}
        nameOf={({ cause, orderNumber, outTradeNo }) => `${text.causes[cause]} ${orderNumber ?? outTradeNo}`}
        openLabel={text.open}
        onOpen={({ caseId }) => setOpen(open === caseId ? undefined : caseId)}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<CheckIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
    </>
  )
}

const detailOf = (one: PaymentCase) => <CaseDetail one={one} />

function useCaseColumns(): readonly Column<PaymentCase>[] {
  const { causes, columns, unknownOrder } = useText('consolePayments')
  const { language } = useCallContext()
  return [
    {
      id: 'cause',
      label: columns.cause,
      cell: ({ cause }) => (
        <Pill tone={cause === 'disputed' ? 'bad' : 'warn'} hasDot>
          {causes[cause]}
        </Pill>
      ),
    },
    {
      id: 'order',
      label: columns.order,
      from: 'tablet',
      cell: ({ orderNumber, outTradeNo }) => (
        <>
          <strong>{orderNumber ?? unknownOrder}</strong>
          {orderNumber === null ? (
            <span className={styles.note}>
              <code>{outTradeNo}</code>
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'amount',
      label: columns.amount,
      cell: ({ amountCents, currency }) => (
        <span className={styles.amount}>{formatMoney(amountCents, language, currency)}</span>
      ),
    },
    {
      id: 'at',
      label: columns.since,
      from: 'tablet',
      sort: { up: 'at', down: '-at' },
      cell: ({ at }) => <When at={at} />,
    },
  ]
}

function CaseDetail({ one }: { one: PaymentCase }) {
  const text = useText('consolePayments')
  const [isActing, setActing] = useState(false)
  const { cause, problem, answerBy, orderNumber, action } = one
  return (
    <div className={styles.detail}>
      <p>{text.advice[cause]}</p>
      {problem === null && answerBy === null ? null : (
        <dl className={styles.facts}>
          {answerBy === null ? null : (
            <div>
              <dt>{text.answerBy}</dt>
              <dd>
                <When at={answerBy} />
              </dd>
            </div>
          )}
          {problem === null ? null : (
            <div>
              <dt>{text.problem}</dt>
              <dd>{problem}</dd>
            </div>
          )}
        </dl>
      )}
      <div className={styles.actions}>
        {orderNumber === null ? null : <Button href={href(`${PATHS.orders}/${orderNumber}`)}>{text.openOrder}</Button>}
        {action === null ? null : (
          <Button look="primary" onClick={() => setActing(true)}>
            {action === 'settleRefund' ? text.settle.label : text[action].label}
          </Button>
        )}
      </div>
      {isActing && action !== null ? <CaseAction one={one} action={action} onClose={() => setActing(false)} /> : null}
    </div>
  )
}

interface CaseActionProps {
  one: PaymentCase
  action: NonNullable<PaymentCase['action']>
  onClose: () => void
}

const STALE = { invalidates: [cases, listOrders, show] }

/** What an operator decides about a case, with a typed word and a reason. */
function CaseAction({ action, ...props }: CaseActionProps) {
  const Action = ACTIONS[action]
  return <Action {...props} />
}

type ActionProps = Omit<CaseActionProps, 'action'>

function Accept({ one: { outTradeNo, orderNumber }, onClose }: ActionProps) {
  const { accept: text } = useText('consolePayments')
  const shell = useShellText()
  const { submit } = useChange(accept, STALE)
  return (
    <Confirm
      title={text.title(orderNumber ?? outTradeNo)}
      text={text.text}
      label={text.label}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ outTradeNo, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: answer.approvalId ? shell.waits : text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function Dismiss({ one, onClose }: ActionProps) {
  const { dismiss: text } = useText('consolePayments')
  const { submit } = useChange(dismiss, STALE)
  const reference = one.reference ?? ''
  return (
    <Confirm
      title={text.title(reference)}
      text={text.text}
      label={text.label}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ reference, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const FINDINGS = ['refunded', 'refused'] as const
type Finding = (typeof FINDINGS)[number]

/** First what the portal says, then the confirmation of what follows from it. */
function Settle({ one, onClose }: ActionProps) {
  const { settle: text } = useText('consolePayments')
  const shell = useShellText()
  const [as, setAs] = useState<Finding>('refunded')
  const [isChosen, setChosen] = useState(false)
  const title = text.title(one.orderNumber ?? one.outTradeNo)
  if (isChosen) return <ConfirmSettled one={one} as={as} title={title} onClose={onClose} />
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={onClose}>
      <div className={styles.choose}>
        <p>{text.as}</p>
        <Segments label={text.as} value={as} options={FINDINGS.map((each) => [each, text[each]])} onChange={setAs} />
        <p className={styles.note}>{text.text[as]}</p>
      </div>
      <DialogActions
        main={{ label: text.label, onClick: () => setChosen(true) }}
        cancel={{ label: shell.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}

function ConfirmSettled({ one: { outTradeNo }, as, title, onClose }: ActionProps & { as: Finding; title: string }) {
  const { settle: text } = useText('consolePayments')
  const shell = useShellText()
  const { submit } = useChange(settleRefund, STALE)
  return (
    <Confirm
      title={`${title}: ${text[as]}`}
      text={text.text[as]}
      label={text.label}
      word={text.word}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ outTradeNo, as, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: answer.approvalId ? shell.waits : text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const ACTIONS = { accept: Accept, dismiss: Dismiss, settleRefund: Settle } as const
