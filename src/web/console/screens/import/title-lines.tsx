import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import styles from './import.module.css'

interface Problem {
  readonly line: number
  readonly column: string | null
  readonly message: string
}

interface TitleRow {
  readonly reference: string
  readonly line: number
  readonly title: Readonly<Record<'zh_HK' | 'en_US', string>>
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'wrong' | null
  readonly problems: readonly Problem[]
  /** Of a title that is there. */
  readonly programId?: string | null
  readonly isPublished?: boolean
  readonly films?: number
  readonly ingests?: { readonly open: number; readonly done: number; readonly failed: number }
}

const TONES = {
  added: 'ok',
  changed: 'blue',
  unchanged: 'plain',
  wrong: 'bad',
  waiting: 'plain',
} as const satisfies Record<string, Tone>

/** What becomes of each title of a table, with what is wrong by line and column. */
export function TitleLines({ rows }: { rows: readonly TitleRow[] }) {
  const text = useText('consoleImport')
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={text.lines}>
        <thead>
          <tr>
            <th scope="col">{text.line}</th>
            <th scope="col">{text.reference}</th>
            <th scope="col">{text.title}</th>
            <th scope="col">{text.outcome}</th>
            <th scope="col">{text.problems}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={`${row.line} ${row.reference}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ row }: { row: TitleRow }) {
  const text = useText('consoleImport')
  const { language } = useCallContext()
  const { reference, line, title, outcome, problems, programId, isPublished, films, ingests } = row
  const name = title[language] || title.zh_HK || title.en_US || text.noTitle
  const said = ingests ? text.filmsState(ingests) : films ? text.films(films) : ''
  return (
    <tr>
      <td>{line}</td>
      <td>
        <code>{reference}</code>
      </td>
      <td>
        {programId ? (
          <a href={href(`${PATHS.titles}/${programId}`)} aria-label={text.openTitle(name)}>
            {name}
          </a>
        ) : (
          name
        )}
        {said ? <span className={styles.sub}>{said}</span> : null}
      </td>
      <td>
        <Pill tone={TONES[outcome ?? 'waiting']} hasDot>
          {text.outcomes[outcome ?? 'waiting']}
        </Pill>
        {isPublished !== undefined && outcome !== 'wrong' ? (
          <span className={styles.sub}>{isPublished ? text.published : text.draft}</span>
        ) : null}
      </td>
      <td>
        <Problems problems={problems} hasLine={problems.some((one) => one.line !== line)} />
      </td>
    </tr>
  )
}

/** `hasLine`: where they are of several lines. */
export function Problems({ problems, hasLine }: { problems: readonly Problem[]; hasLine: boolean }) {
  const text = useText('consoleImport')
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {problems.map(({ line, column, message }) => (
        <li key={`${line} ${column} ${message}`}>
          {hasLine && line > 0 ? <b>{text.ofLine(line)} </b> : null}
          {column ? <code>{column}</code> : null} {message}
        </li>
      ))}
    </ul>
  )
}
