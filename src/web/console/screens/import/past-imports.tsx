import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { list as listImports } from '#contract/admin/imports.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useList } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { actorName } from '../../widgets/changes.tsx'
import { ImportIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import styles from './import.module.css'

type Listed = AdminOutputOf<typeof listImports>['list'][number]

const BONES = ['first', 'second']

/** What was imported before, also by command. */
export function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  const text = useText('consoleImport')
  const shell = useShellText()
  const list = useList(listImports, { filter: {}, sort: '-createdAt', limit: 20 })
  const { rows, error } = list
  return (
    <Panel title={text.imports}>
      {rows === undefined && error ? <FailedState error={error} onRetry={list.retry} /> : null}
      {rows === undefined && !error ? (
        <div className={styles.bones} aria-busy="true">
          <span className="visually-hidden">{shell.loading}</span>
          {BONES.map((bone) => (
            <div key={bone} className={styles.bone} />
          ))}
        </div>
      ) : null}
      {rows?.length === 0 ? <State icon={<ImportIcon size={22} />} title={text.empty} text={text.emptyText} /> : null}
      <ul className={styles.past} aria-label={text.imports}>
        {rows?.map((one) => (
          <Past key={one.importId} one={one} onOpen={() => onOpen(one.importId)} />
        ))}
      </ul>
      {list.hasNext ? (
        <div className={styles.more}>
          <Button busy={list.isLoadingNext} busyText={shell.loading} onClick={list.loadNext}>
            {shell.more}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

function Past({ one, onOpen }: { one: Listed; onOpen: () => void }) {
  const text = useText('consoleImport')
  const { language } = useCallContext()
  const { fileName, by, createdAt, finishedAt, added, changed, unchanged, wrong, total, isHeld } = one
  const done = added + changed + unchanged + wrong
  const counts = (['added', 'changed', 'unchanged', 'wrong'] as const).filter((name) => one[name] > 0)
  return (
    <li>
      <button type="button" className={styles.open} aria-label={text.openImport(fileName)} onClick={onOpen}>
        <strong>{fileName}</strong>
        <span className={styles.note}>{text.by(actorName(by), formatMoment(createdAt, language))}</span>
      </button>
      <span className={styles.counts}>
        {isHeld ? <Pill tone="warn">{text.held.state}</Pill> : null}
        {finishedAt === null ? (
          <Pill tone={isHeld ? 'plain' : 'blue'} hasDot={!isHeld}>
            {text.progress(formatNumber(done, language), formatNumber(total, language))}
          </Pill>
        ) : null}
        {counts.map((name) => (
          <Pill key={name} tone={name === 'wrong' ? 'bad' : 'plain'}>
            {text.counts[name]} {formatNumber(one[name], language)}
          </Pill>
        ))}
      </span>
    </li>
  )
}
