import type { PageIssue } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import checklistStyles from '../title/checklist.module.css'
import { useNames } from './faces.tsx'
import { useIssueText, usePage } from './page-context.ts'

/** Opens what an issue is about, with the focus on its row. */
function goToItem(field: string): void {
  const row = document.getElementById(`item-${field.split('/')[1] ?? ''}`)
  row?.scrollIntoView({ block: 'center' })
  const edit = row?.querySelector<HTMLElement>('[aria-expanded]')
  if (edit?.getAttribute('aria-expanded') === 'false') edit.click()
  edit?.focus({ preventScroll: true })
}

/** What keeps the page from publication, and what might be mended. */
export function Issues({ onLeave }: { onLeave?: () => void }) {
  const text = useText('consolePages')
  const { issues, content } = usePage()
  const names = useNames()
  const say = useIssueText()
  const itemName = ({ field }: PageIssue): string | undefined => {
    const id = field.split('/')[1]
    const tab = content.tabs.find(({ tabId }) => tabId === id)
    const category = content.categories.find(({ categoryId }) => categoryId === id)
    const banner = content.banners.find(({ bannerId }) => bannerId === id)
    return tab ? names.tab(tab) : category ? names.category(category) : banner && names.banner(banner)
  }
  if (issues.length === 0) return null
  return (
    <div className={checklistStyles.checklist}>
      <ul aria-label={text.issuesTitle}>
        {issues.map((issue) => {
          const name = itemName(issue)
          const sentence = name ? text.aboutIssue(name, say(issue)) : say(issue)
          return (
            <li key={`${issue.field} ${issue.code} ${issue.about ?? ''}`} className={checklistStyles.line}>
              <span className={checklistStyles.mark} data-tone={issue.blocks ? 'bad' : 'warn'}>
                {issue.blocks ? <CloseIcon size={14} /> : <InfoIcon size={14} />}
              </span>
              {name ? (
                <button
                  type="button"
                  className={checklistStyles.link}
                  onClick={() => {
                    onLeave?.()
                    // The dialog gives the focus back first.
                    setTimeout(() => goToItem(issue.field))
                  }}
                >
                  {sentence}
                </button>
              ) : (
                <span>{sentence}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
