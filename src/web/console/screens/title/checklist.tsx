import type { TitleIssue } from '#contract/admin/title-issues.ts'
import { useText } from '#web/kit/text.ts'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx'
import styles from './checklist.module.css'
import { useIssueText } from './editor-context.ts'
import { goToSection, sectionOf } from './section.tsx'
import type { TitleCheck } from './use-check.ts'

/** What a title must have, by the fields whose issues say otherwise. */
const GROUPS = {
  title: ['title'],
  vodTypes: ['vodTypes', 'credits'],
  windows: ['windows'],
  images: ['images'],
  people: ['directors', 'actors'],
} as const
type Group = keyof typeof GROUPS

interface ChecklistProps {
  check: TitleCheck
  /** Before an issue is gone to: a dialog closes. */
  onLeave?: () => void
}

/** What is done, what must be mended before publication, and what might be. */
export function Checklist({ check: { issues, isCurrent }, onLeave }: ChecklistProps) {
  const text = useText('consoleTitle')
  const fieldOf = ({ field }: TitleIssue) => field.split('.')[0]!
  const done = (Object.keys(GROUPS) as Group[]).filter(
    (group) => !issues.some((issue) => (GROUPS[group] as readonly string[]).includes(fieldOf(issue))),
  )
  const blocking = issues.filter(({ blocks }) => blocks)
  const others = issues.filter(({ blocks }) => !blocks)
  return (
    <div className={styles.checklist} aria-busy={!isCurrent}>
      <ul>
        {done.map((group) => (
          <li key={group} className={styles.line}>
            <span className={styles.mark} data-tone="ok">
              <CheckIcon size={14} />
            </span>
            {text.checked[group]}
          </li>
        ))}
      </ul>
      <Issues title={text.blocks} tone="bad" issues={blocking} onLeave={onLeave} />
      <Issues title={text.advises} tone="warn" issues={others} onLeave={onLeave} />
      <output className="visually-hidden">
        {isCurrent ? (blocking.length > 0 ? text.fixFirst(blocking.length) : text.allGood) : text.checking}
      </output>
    </div>
  )
}

interface IssuesProps extends Pick<ChecklistProps, 'onLeave'> {
  title: string
  tone: 'bad' | 'warn'
  issues: readonly TitleIssue[]
}

function Issues({ title, tone, issues, onLeave }: IssuesProps) {
  const { goTo, sections } = useText('consoleTitle')
  const say = useIssueText()
  if (issues.length === 0) return null
  return (
    <>
      <p className={styles.title}>{title}</p>
      <ul>
        {issues.map((issue) => {
          const section = sectionOf(issue.field)
          return (
            <li key={`${issue.field} ${issue.code} ${issue.about ?? ''}`} className={styles.line}>
              <span className={styles.mark} data-tone={tone}>
                {tone === 'bad' ? <CloseIcon size={14} /> : <InfoIcon size={14} />}
              </span>
              <button
                type="button"
                className={styles.link}
                title={goTo(sections[section])}
                onClick={() => {
                  onLeave?.()
                  // The dialog gives the focus back first.
                  setTimeout(() => goToSection(section))
                }}
              >
                {say(issue)}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
