import { useState } from 'react'
import { CASE_CAUSES, cases } from '#contract/admin/payments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Pill } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { CaseAction } from './case-action.tsx'
import type { PaymentCase } from './payment-case.ts'
import styles from './payments.module.css'

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
