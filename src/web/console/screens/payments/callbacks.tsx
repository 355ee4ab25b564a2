import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { list as listEvents, retry, WEBHOOK_STATES } from '#contract/admin/webhooks.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { BellIcon, ReplayIcon } from '#web/ui/feature-icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useList } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './payments.module.css'

type Event = AdminOutputOf<typeof listEvents>['list'][number]

const TONES = { waiting: 'warn', processed: 'ok', failed: 'bad' } as const satisfies Record<Event['state'], Tone>

/** Callbacks of providers, without their bodies. */
export function Callbacks() {
  const { callbacks: text, open: openLabel } = useText('consolePayments')
  const { filter, sort, isFiltered, set, clear } = useTableParams(['provider', 'state'], ['-receivedAt', 'receivedAt'])
  const list = useList(listEvents, { filter, sort })
  const columns = useEventColumns()
  const [open, setOpen] = useState<string>()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SearchBox
          label={text.provider}
          value={filter.provider ?? ''}
          onSearch={(provider) => set({ provider: provider?.toLowerCase() })}
        />
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={WEBHOOK_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state })}
        />
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ eventId }) => eventId}
        nameOf={({ provider, state }) => `${provider} ${text.states[state]}`}
        openLabel={openLabel}
        onOpen={({ eventId }) => setOpen(open === eventId ? undefined : eventId)}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<BellIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
      <p className={styles.note}>{text.kept}</p>
    </>
  )
}

const detailOf = (event: Event) => <EventDetail event={event} />

function useEventColumns(): readonly Column<Event>[] {
  const { columns, callbacks } = useText('consolePayments')
  return [
    { id: 'provider', label: columns.provider, cell: ({ provider }) => <strong>{provider}</strong> },
    {
      id: 'state',
      label: columns.state,
      cell: ({ state }) => (
        <Pill tone={TONES[state]} hasDot>
          {callbacks.states[state]}
        </Pill>
      ),
    },
    { id: 'attempts', label: columns.attempts, from: 'desktop', cell: ({ attempts }) => attempts },
    {
      id: 'received',
      label: columns.received,
      sort: { up: 'receivedAt', down: '-receivedAt' },
      cell: ({ receivedAt }) => <When at={receivedAt} />,
    },
    {
      id: 'next',
      label: columns.next,
      from: 'tablet',
      cell: ({ dueAt }) => (dueAt ? <When at={dueAt} /> : null),
    },
  ]
}

function EventDetail({ event }: { event: Event }) {
  const { callbacks: text } = useText('consolePayments')
  const shell = useShellText()
  const { submit, pending } = useChange(retry, { invalidates: [listEvents] })
  const [isRetryingAll, setRetryingAll] = useState(false)
  const { eventId, provider, state, problem, hasBody } = event
  const retryOne = async () => {
    const answer = await submit({ eventId })
    showToast({ text: answer.result === 'SUCCESS' ? text.retried(answer.count) : answer.message })
  }
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <div>
          <dt>{text.problem}</dt>
          <dd>{problem ?? shell.none}</dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>
            <code>{eventId}</code>
          </dd>
        </div>
      </dl>
      {state !== 'failed' ? null : hasBody ? (
        <div className={styles.actions}>
          <Button
            look="primary"
            icon={<ReplayIcon size={16} />}
            busy={pending}
            busyText={shell.busy}
            onClick={() => void retryOne()}
          >
            {text.retry}
          </Button>
          <Button onClick={() => setRetryingAll(true)}>{text.retryAll(provider)}</Button>
        </div>
      ) : (
        <p className={styles.note}>{text.erased}</p>
      )}
      {isRetryingAll ? <RetryAll provider={provider} onClose={() => setRetryingAll(false)} /> : null}
    </div>
  )
}

function RetryAll({ provider, onClose }: { provider: string; onClose: () => void }) {
  const { callbacks: text } = useText('consolePayments')
  const { submit } = useChange(retry, { invalidates: [listEvents] })
  return (
    <Confirm
      title={text.retryTitle(provider)}
      text={text.retryText}
      label={text.retry}
      asksWhy="may"
      submit={async (reason) => {
        const answer = await submit({ provider, reason })
        if (answer.result === 'SUCCESS') showToast({ text: text.retried(answer.count) })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
