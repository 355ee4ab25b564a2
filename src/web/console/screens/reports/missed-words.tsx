import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { missed } from '#contract/admin/reports.ts'
import { find, publish } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMonthDay } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Bone } from '#web/ui/bone.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { useTitleSearch } from '../../content/title-field.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Combobox } from '../../widgets/combobox.tsx'
import { Panel } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import styles from './reports.module.css'

type Word = AdminOutputOf<typeof missed>['list'][number]

/** What viewers searched for in vain; the catalogue gives a title that name at once. */
export function MissedWords({ from, until }: { from: string; until: string }) {
  const text = useText('consoleReports')
  const { columns, ...words } = text.missed
  const names: Readonly<Record<string, string>> = text.keys
  const { language } = useCallContext()
  const me = useMe()
  const shell = useShellText()
  const read = useRead(missed, { from, until })
  const [adding, setAdding] = useState<Word | undefined>(undefined)
  const mayAdd = me !== undefined && hasRole(me, ['catalogue'])
  const { data, error } = read
  return (
    <Panel title={words.title}>
      {error && !data ? <FailedState error={error} onRetry={() => void read.refetch()} /> : null}
      {data || error ? null : (
        <div className={styles.skeleton} aria-busy="true">
          <Bone height="22rem" />
          <span className="visually-hidden">{shell.loading}</span>
        </div>
      )}
      {data?.list.length === 0 ? <p className={styles.note}>{words.none}</p> : null}
      {data && data.list.length > 0 ? (
        <div className={styles.tableFrame}>
          <table className={styles.table} aria-label={words.title}>
            <thead>
              <tr>
                <th scope="col">{columns.key}</th>
                <th scope="col">{columns.language}</th>
                <th scope="col">{columns.searches}</th>
                <th scope="col">{columns.lastDay}</th>
                {mayAdd ? <th scope="col">{columns.action}</th> : null}
              </tr>
            </thead>
            <tbody>
              {data.list.map((word) => (
                <tr key={`${word.language} ${word.key}`}>
                  <th scope="row">{word.key || words.notKept}</th>
                  <td>{names[word.language]}</td>
                  <td>{formatNumber(word.searches, language)}</td>
                  <td>{formatMonthDay(word.lastDay, language, 'short')}</td>
                  {mayAdd ? (
                    <td>
                      {word.key === '' ? null : (
                        <Button size="s" aria-label={words.addTo(word.key)} onClick={() => setAdding(word)}>
                          {words.add}
                        </Button>
                      )}
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {adding ? <AddAlias word={adding} onClose={() => setAdding(undefined)} /> : null}
    </Panel>
  )
}

function AddAlias({ word, onClose }: { word: Word; onClose: () => void }) {
  const { missed: text } = useText('consoleReports')
  const shell = useShellText()
  const { choices, setText } = useTitleSearch()
  const [programId, setProgramId] = useState<string | undefined>(undefined)
  return (
    <Dialog title={text.addTo(word.key)} closeLabel={shell.close} onClose={onClose}>
      <div className={styles.adding}>
        <p>{text.text}</p>
        {programId === undefined ? (
          <Combobox
            label={text.find}
            choices={choices}
            onSearch={setText}
            onPick={(picked) => setProgramId(picked.programId)}
            texts={{ none: text.noTitle, results: text.titlesFound, loading: shell.loading }}
          />
        ) : (
          <Publishing word={word} programId={programId} onOther={() => setProgramId(undefined)} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

interface PublishingProps {
  word: Word
  programId: string
  onOther: () => void
  onClose: () => void
}

/** The live title with one alias more; a draft of it stays as it is. */
function Publishing({ word, programId, onOther, onClose }: PublishingProps) {
  const { missed: text } = useText('consoleReports')
  const shell = useShellText()
  const { language } = useCallContext()
  const { data, error } = useRead(find, { programId })
  const { pending, submit } = useChange(publish, { invalidates: [find] })
  const [problem, setProblem] = useState<string | undefined>(undefined)
  if (error) return <FormError>{error.message}</FormError>
  if (!data) return <Bone height="3rem" />
  const { content, version } = data
  const own = content?.aliases[word.language] ?? []
  const title = content?.title[language] || content?.title.zh_HK || programId
  const why = content === null ? text.unpublished : own.includes(word.key) ? text.has : undefined
  const add = async () => {
    if (content === null) return
    const aliases = { ...content.aliases, [word.language]: [...own, word.key] }
    const answer = await submit({ programId, version, draft: { ...content, aliases } })
    if (answer.result === 'FAILED') return setProblem(answer.message)
    showToast({ text: text.done(word.key, title) })
    onClose()
  }
  return (
    <>
      <p>
        <strong>{text.chosen(title)}</strong>{' '}
        <Button look="text" size="s" onClick={onOther}>
          {text.other}
        </Button>
      </p>
      {why ? <p>{why}</p> : null}
      {problem ? <FormError>{problem}</FormError> : null}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{shell.cancel}</Button>
        <Button
          look="primary"
          disabled={why !== undefined}
          busy={pending}
          busyText={shell.busy}
          onClick={() => void add()}
        >
          {text.submit}
        </Button>
      </div>
    </>
  )
}
