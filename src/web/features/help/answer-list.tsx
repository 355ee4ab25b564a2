import { useEffect, useId, useRef } from 'react'
import { type ArticleValues, fillIn } from '#web/kit/article-model.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { helpErrorLink } from '#web/viewer/navigation/help-links.ts'
import { ArticleBlocks } from '#web/viewer/articles/article-blocks.tsx'
import { useArticleLink } from '#web/viewer/articles/use-article-link.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import type { HelpEntry } from './help-search.rules.ts'
import styles from './answer-list.module.css'

export interface AnswerListProps {
  entries: readonly HelpEntry[]
  values: ArticleValues
  /** The anchor of the answer that is open. */
  open: string | undefined
  /** Opens one; an empty text closes it. */
  onOpen: (id: string) => void
  /** The day of the last change, as 2000-01-01. */
  updated: string
}

/** Questions, of which one answer is open at a time. */
export function AnswerList({ entries, open, ...rest }: AnswerListProps) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.part.id}>
          <Answer {...rest} entry={entry} isOpen={entry.part.id === open} />
        </li>
      ))}
    </ul>
  )
}

type AnswerProps = Omit<AnswerListProps, 'entries' | 'open'> & { entry: HelpEntry; isOpen: boolean }

function Answer({ entry: { part, code }, values, isOpen, onOpen, updated }: AnswerProps) {
  const text = useText('help')
  const { language } = useCallContext()
  const linkOf = useArticleLink()
  const link = code && linkOf(helpErrorLink(code))
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // An answer that the address names may be below the fold.
    if (isOpen && !wasOpen.current) ref.current?.scrollIntoView({ block: 'nearest' })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div ref={ref} className={classNames(styles.answer, isOpen && styles.open)}>
      <h3>
        <button
          type="button"
          className={styles.question}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(isOpen ? '' : part.id)}
        >
          <span>
            {code ? <span className={styles.code}>{code}</span> : null}
            {fillIn(part.heading, values)}
          </span>
          <span className={styles.arrow}>
            <ChevronDownIcon size={20} />
          </span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className={styles.body}>
        {isOpen ? (
          <>
            <ArticleBlocks blocks={part.blocks} values={values} />
            <p className={styles.foot}>
              {code && link ? (
                <a className={styles.link} href={link}>
                  {text.code(code)}
                </a>
              ) : null}
              <span className={styles.updated}>{text.updated(formatDay(updated, language))}</span>
            </p>
          </>
        ) : null}
      </div>
    </div>
  )
}
