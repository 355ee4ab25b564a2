import { SKIP_REASONS, type SkipReason } from '#contract/admin/bulk.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { href, PATHS } from '../../shell/paths.ts'
import styles from './bulk.module.css'

interface SkippedTitlesProps {
  /** The first of them. */
  skip: readonly {
    readonly programId: string
    readonly title: Readonly<Record<'zh_HK' | 'en_US', string>>
    readonly reason: SkipReason
  }[]
  count: number
}

/** By reason, in words. */
export function SkippedTitles({ skip, count }: SkippedTitlesProps) {
  const text = useText('consoleBulk')
  const { language } = useCallContext()
  const say = (value: number) => formatNumber(value, language)
  if (skip.length === 0) return null
  return (
    <section className={styles.skipped} aria-label={text.skipped}>
      {SKIP_REASONS.map((reason) => {
        const titles = skip.filter((each) => each.reason === reason)
        if (titles.length === 0) return null
        return (
          <details key={reason} open={titles.length <= OPEN_MAX || undefined}>
            <summary>{text.skippedBy(text.reasons[reason], say(titles.length))}</summary>
            <ul>
              {titles.map(({ programId, title }) => (
                <li key={programId}>
                  <a href={href(`${PATHS.titles}/${programId}`)} target="_blank" rel="noreferrer">
                    {title[language] || title.zh_HK || title.en_US || programId}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )
      })}
      {count > skip.length ? <p className={styles.note}>{text.firstOnly(say(skip.length), say(count))}</p> : null}
    </section>
  )
}

/** More of one reason are folded at first. */
const OPEN_MAX = 10
