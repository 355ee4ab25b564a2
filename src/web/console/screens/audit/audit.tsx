import { useState } from 'react'
import { exportEntries, list as listEntries, type list } from '#contract/admin/audit.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon, ShieldIcon } from '#web/ui/feature-icons.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useExport } from '../../client/use-export.ts'
import { useList, useRead } from '../../client/use-read.ts'
import { instantOf } from '../../form/hong-kong.rules.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Column, ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter, TimeFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { ChangedFields, Facts, actionOfKey, actorName, asData, textKey } from '../../widgets/changes.tsx'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import styles from './audit.module.css'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'

const FILTERS = ['operatorId', 'action', 'subject', 'from', 'until'] as const
const SORTS = ['-at', 'at'] as const

export function Audit() {
  const text = useText('consoleAudit')
  const { actions } = useText('consoleActions')
  const shell = useShellText()
  const me = useMe()
  const isAdministrator = me !== undefined && hasRole(me, ['administrator'])
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, SORTS)
  const query = { filter: { ...filter, from: instantOf(filter.from), until: instantOf(filter.until) }, sort }
  const list = useList(listEntries, query)
  const operators = useRead(listOperators, { limit: 200 }, { enabled: isAdministrator })
  const { save, pending } = useExport(exportEntries, text)
  const all = useEntryColumns()
  const { shown, hidden, toggle } = useColumns(all)
  const [open, setOpen] = useState<string>()
  return (
    <Page
      title={shell.screens.audit}
      note={isAdministrator ? undefined : text.own}
      actions={
        <Button icon={<DownloadIcon size={16} />} busy={pending} busyText={shell.busy} onClick={() => void save(query)}>
          {text.export}
        </Button>
      }
    >
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={<ColumnChoice all={all} hidden={hidden} onToggle={toggle} />}
      >
        {isAdministrator ? (
          <SelectFilter
            label={text.operator}
            value={filter.operatorId}
            options={(operators.data?.list ?? []).map(({ operatorId, name }) => [operatorId, name])}
            onChange={(operatorId) => set({ operatorId })}
          />
        ) : null}
        <SelectFilter
          label={text.action}
          value={filter.action}
          options={Object.entries(actions).map(([key, name]) => [actionOfKey(key), name])}
          onChange={(action) => set({ action })}
        />
        <SearchBox
          label={text.subject}
          hint={text.subjectHint}
          value={filter.subject ?? ''}
          onSearch={(subject) => set({ subject })}
        />
        <TimeFilter label={text.from} value={filter.from} onChange={(from) => set({ from })} />
        <TimeFilter label={text.until} value={filter.until} onChange={(until) => set({ until })} />
        <span className={styles.zone}>{text.zone}</span>
      </Filters>
      <DataTable
        label={text.list}
        columns={shown}
        list={list}
        keyOf={keyOf}
        nameOf={({ actor, action }) => `${actorName(actor)} ${actions[textKey(action)] ?? action}`}
        openLabel={text.open}
        onOpen={(entry) => setOpen(open === keyOf(entry) ? undefined : keyOf(entry))}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<ShieldIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
      <p className={styles.kept}>
        <LockIcon size={16} />
        {text.kept}
      </p>
    </Page>
  )
}

const detailOf = (entry: Entry) => <EntryDetail entry={entry} />

const keyOf = ({ auditEntryId }: Entry) => String(auditEntryId)

function useEntryColumns(): readonly Column<Entry>[] {
  const { columns, command } = useText('consoleAudit')
  const { actions } = useText('consoleActions')
  return [
    {
      id: 'at',
      label: columns.at,
      sort: { up: 'at', down: '-at' },
      cell: (entry) => (
        <>
          <EntryTime at={entry.at} />
          <span className={styles.narrow}>
            <Subject entry={entry} />
          </span>
        </>
      ),
    },
    {
      id: 'who',
      label: columns.who,
      cell: ({ actor, operatorId }) => (
        <>
          <strong>{actorName(actor)}</strong>
          {operatorId === null ? <span className={styles.note}>{command}</span> : null}
        </>
      ),
    },
    { id: 'action', label: columns.action, cell: ({ action }) => actions[textKey(action)] ?? action },
    {
      id: 'subject',
      label: columns.subject,
      from: 'tablet',
      cell: (entry) => <Subject entry={entry} />,
    },
    { id: 'change', label: columns.change, from: 'desktop', cell: (entry) => <Change entry={entry} /> },
  ]
}

function EntryDetail({ entry }: { entry: Entry }) {
  const text = useText('consoleAudit')
  const me = useMe()
  const { auditEntryId, before, after, details, reason, address, requestId, action, subject } = entry
  const others = asData(details)
  const isChange = Object.keys(asData(before)).length + Object.keys(asData(after)).length > 0
  return (
    <div className={styles.detail}>
      {isChange ? <ChangedFields before={before} after={after} /> : <p className={styles.note}>{text.noChange}</p>}
      {Object.keys(others).length > 0 ? <Facts data={others} /> : null}
      {action === 'change titles' && me !== undefined && hasRole(me, ['catalogue']) ? (
        <p>
          <a className={styles.link} href={href(PATHS.titles, { bulk: subject.slice(subject.indexOf(':') + 1) })}>
            {text.openBulk}
          </a>
        </p>
      ) : null}
      <dl className={styles.origin}>
        {[
          [text.reason, reason],
          [text.address, address],
          [text.request, requestId],
          [text.entry, String(auditEntryId)],
        ].map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  )
}

/** To the second: the order of entries is evidence. */
function EntryTime({ at }: { at: string }) {
  const { language } = useCallContext()
  const { hongKong } = useShellText()
  const seconds = new Date(at).getUTCSeconds().toString().padStart(2, '0')
  const time = `${formatInstant(at, language)}:${seconds}`
  return (
    <time className={styles.time} dateTime={at} title={hongKong(time)}>
      {time}
    </time>
  )
}

/** `operator:ab12`: the noun in words, the id as it is; of a title its name, too. */
function Subject({ entry: { subject, about } }: { entry: Pick<Entry, 'subject' | 'about'> }) {
  const { subjects } = useText('consoleActions')
  const { language } = useCallContext()
  const [noun = '', ...rest] = subject.split(':')
  const name = rest.length > 0 ? subjects[textKey(noun)] : undefined
  const title = about && (about[language] || about.zh_HK || about.en_US)
  return (
    <span className={styles.subject}>
      {title ? (
        <a className={styles.about} href={href(`${PATHS.titles}/${rest.join(':')}`)}>
          {title}
        </a>
      ) : null}
      {name ? (
        <>
          {name} <code>{rest.join(':')}</code>
        </>
      ) : (
        <code>{subject}</code>
      )}
    </span>
  )
}

function Change({ entry: { before, after, reason } }: { entry: Entry }) {
  const isChange = before !== null || after !== null
  return isChange ? <ChangedFields before={before} after={after} isShort /> : <span>{reason}</span>
}

/** A row of the list. */
type Entry = AdminOutputOf<typeof list>['list'][number]
